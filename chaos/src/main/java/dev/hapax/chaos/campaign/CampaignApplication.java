package dev.hapax.chaos.campaign;

import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.CampaignEvent;
import dev.hapax.campaign.CampaignStatus;
import dev.hapax.campaign.Recipient;
import dev.hapax.chaos.delivery.DeliveryApplication;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent.Resolution;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.harness.Patience;
import dev.hapax.operations.Progress;
import dev.hapax.operations.campaign.CampaignActions;
import dev.hapax.operations.campaign.CampaignAnswer;
import dev.hapax.operations.campaign.CampaignAudience;
import dev.hapax.operations.campaign.CampaignReview;
import dev.hapax.operations.campaign.CampaignView;
import dev.hapax.operations.delivery.LedgerView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An application with one campaign, {@code news}. People use it by commands, each a process of its own. Recipient {@code sN} has
 * the address {@code uN@example.org}, and some have a second entry with that address in other letters.
 */
public final class CampaignApplication implements AutoCloseable {

    public static final String CAMPAIGN = "news";

    private static final String HEADER = "id,address,name";
    private static final String STAFF = "test";
    private static final Duration COMMAND = Duration.ofMinutes(3);
    private static final Duration ANSWER = Duration.ofSeconds(15);
    /** One recipient in so many is in the file twice. */
    private static final int ONE_TWICE_IN = 100;

    private final String name;
    private final Path folder;
    private final DeliveryApplication delivery;
    private final CampaignView campaigns;
    private final LedgerView ledger;
    private int commands;

    private CampaignApplication(String name, Path folder, DeliveryApplication delivery) {
        this.name = name;
        this.folder = folder;
        this.delivery = delivery;
        this.campaigns = new CampaignView(delivery.clients());
        this.ledger = LedgerView.ofCampaign(delivery.clients(), CAMPAIGN, LedgerView.Listener.NONE);
    }

    /** Creates its topics and turns sending on. Nothing runs yet besides its mail server. */
    public static CampaignApplication of(
            String name, String bootstrapServers, Path folder, int workers, UnaryOperator<ApplicationConfig> more)
            throws Exception {
        return new CampaignApplication(
                name, folder, DeliveryApplication.of(name, bootstrapServers, folder, workers, more));
    }

    /** The same application with the same mail server on other brokers, as its topics are there. */
    public CampaignApplication on(String otherBrokers, Path otherFolder) throws IOException {
        return new CampaignApplication(name, otherFolder, delivery.on(otherBrokers, otherFolder));
    }

    public DeliveryApplication delivery() {
        return delivery;
    }

    /** Creates the campaign; an instance must run. */
    public void create(String... more) throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                "id: " + CAMPAIGN,
                "channel: mail",
                "subject: News for {{name}}",
                "text: Good morning {{name}}, this is for {{address}} and nobody else.",
                "unsubscribe: false"));
        lines.addAll(List.of(more));
        Path file = Files.write(folder.resolve(name + "-campaign.yaml"), lines);
        untilDone(() -> campaigns.find(CAMPAIGN) != null, "create", file.toString(), "--as", "ann");
    }

    /** Lines of CSV without the header. */
    public static List<String> lines(int recipients) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < recipients; i++) {
            lines.add("s" + i + "," + DeliveryApplication.recipient(i) + ",Reader " + i);
            if (i % ONE_TWICE_IN == 0) {
                lines.add("t" + i + "," + DeliveryApplication.recipient(i).replace("example", "EXAMPLE") + ",Reader "
                        + i);
            }
        }
        return lines;
    }

    private Path file(String suffix, List<String> lines) throws IOException {
        List<String> all = new ArrayList<>(List.of(HEADER));
        all.addAll(lines);
        return Files.write(folder.resolve(name + "-" + suffix + ".csv"), all);
    }

    public static Set<String> addresses(int recipients) {
        Set<String> addresses = new TreeSet<>();
        for (int i = 0; i < recipients; i++) {
            addresses.add(DeliveryApplication.recipient(i));
        }
        return addresses;
    }

    /**
     * Loads these lines from two processes at once, in opposite orders. The second one is killed in the middle and run again.
     *
     * @return what the loads that were not killed have said
     */
    public List<String> loadTwice(List<String> lines) throws IOException, InterruptedException {
        List<String> reversed = new ArrayList<>(lines);
        Collections.reverse(reversed);
        String again = file("reversed", reversed).toString();
        try (HapaxProcess second = startLoad("-")) {
            feed(second, List.of(HEADER));
            feed(second, reversed.subList(0, lines.size() / 2));
            String fed = Recipient.deliveryIds(CAMPAIGN) + reversed.get(0).split(",", 2)[0];
            Patience.until(
                    "the load has begun",
                    COMMAND,
                    () -> deliveries().stream().anyMatch(one -> one.id().equals(fed)));
            try (HapaxProcess first = startLoad(file("recipients", lines).toString())) {
                feed(second, reversed.subList(lines.size() / 2, lines.size() * 3 / 4));
                second.kill();
                try (HapaxProcess third = startLoad(again)) {
                    List<String> said = List.of(ended(first), ended(third));
                    // What is written is staged even if no load could wait for it.
                    Patience.until(
                            "all lines are in the ledger",
                            COMMAND,
                            () -> deliveries().size() == lines.size());
                    return said;
                }
            }
        }
    }

    /** Loads these lines. */
    public void load(List<String> lines) throws IOException, InterruptedException {
        try (HapaxProcess load = startLoad(file("recipients", lines).toString())) {
            String unused = ended(load);
        }
    }

    private static void feed(HapaxProcess load, List<String> lines) throws IOException {
        load.input().write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
        load.input().flush();
    }

    private static String ended(HapaxProcess command) throws IOException, InterruptedException {
        int code = command.exitCode(COMMAND.toSeconds());
        if (code != 0) {
            throw new AssertionError("hapax campaign ended with " + code + ": " + command.printed());
        }
        return command.printedToOut();
    }

    private HapaxProcess startLoad(String file) throws IOException {
        return start("load", CAMPAIGN, file, "--as", "ann", "-o", "json");
    }

    /** Approves all that is loaded, as one person or, where that is not enough, as two. */
    public void approve() {
        for (String person : List.of("bob", "carol")) {
            untilDone(
                    () -> campaign().status() != CampaignStatus.DRAFT
                            || campaign().pending().stream()
                                    .anyMatch(one -> one.by().equals(person)),
                    "approve",
                    CAMPAIGN,
                    "--as",
                    person,
                    "--sign-with-key",
                    "--yes");
        }
    }

    public void startSending() {
        untilDone(() -> campaign().startedAt() > 0, "start", CAMPAIGN, "--as", "ann", "--yes");
    }

    /** Runs a command again if no instance was quick enough to answer it. */
    private void untilDone(Callable<Boolean> done, String... words) {
        List<String> said = new ArrayList<>();
        boolean reached = Patience.within(COMMAND, () -> {
            if (done.call()) {
                return true;
            }
            try (HapaxProcess command = start(words)) {
                int code = command.exitCode(COMMAND.toSeconds());
                said.add(code + ": " + command.printed());
            }
            return done.call();
        });
        if (!reached) {
            throw new AssertionError("hapax campaign " + String.join(" ", words) + " had no effect: " + said);
        }
    }

    /** Runs {@code hapax campaign …} to its end, which must be a good one, and returns what it printed. */
    public String campaign(String... words) throws IOException, InterruptedException {
        try (HapaxProcess command = start(words)) {
            return ended(command);
        }
    }

    private HapaxProcess start(String... words) throws IOException {
        commands++;
        List<String> all = new ArrayList<>(List.of("campaign"));
        all.addAll(Arrays.asList(words));
        all.addAll(List.of("-c", delivery.file(0).toString()));
        return HapaxProcess.start(folder.resolve(name + "-command-" + commands + ".log"), all.toArray(String[]::new));
    }

    public Campaign campaign() {
        return campaigns.get(CAMPAIGN);
    }

    /** The deliveries of the campaign as they are now, each with the last line of its history alone. */
    public List<Delivery> deliveries() {
        ledger.catchUp(Progress.UNSEEN);
        return ledger.ofCampaign(CAMPAIGN);
    }

    /** What an approval would cover now. */
    public CampaignAudience waiting() {
        return new CampaignReview(delivery.clients(), campaigns, ledger, Clock.systemUTC())
                .waiting(CAMPAIGN, Progress.UNSEEN);
    }

    /** As a person would who has looked at why it was paused. Returns that reason; null if it is not paused. */
    public @Nullable String resumeIfPaused() {
        Campaign now = campaign();
        if (now.status() != CampaignStatus.PAUSED) {
            return null;
        }
        CampaignAnswer answer = new CampaignActions(delivery.clients(), campaigns)
                .request(CAMPAIGN, CampaignEvent.Action.RESUME, STAFF, "looked into it", ANSWER);
        return answer.decided() && answer.refused() == null ? pausedBecause(now) : null;
    }

    /** Why it was paused last. */
    public static String pausedBecause(Campaign campaign) {
        List<Campaign.Entry> pauses = campaign.history().stream()
                .filter(entry -> entry.what().equals("paused"))
                .toList();
        return pauses.isEmpty() ? "" : pauses.get(pauses.size() - 1).detail();
    }

    public AcceptedMails accepted(int recipients) throws IOException {
        return new AcceptedMails(addresses(recipients), delivery.mailServer().accepted(), deliveries());
    }

    /** Reconciles what is stranded by the log of the mail server. Returns how many there were. */
    public int reconcileByLog() throws IOException {
        Map<String, Integer> accepted = delivery.mailServer().accepted();
        List<Delivery> stranded = deliveries().stream()
                .filter(one -> one.state() == DeliveryState.STRANDED)
                .toList();
        stranded.forEach(one -> delivery.reconcile(
                one, accepted.containsKey(one.draft().target()) ? Resolution.SENT : Resolution.NOT_SENT));
        return stranded.size();
    }

    /** Whether something may still be sent without a person. */
    public boolean isBusy() {
        return deliveries().stream()
                .anyMatch(one ->
                        one.state() != DeliveryState.STRANDED && !one.state().isEnd());
    }

    @Override
    public void close() {
        ledger.close();
        campaigns.close();
        delivery.close();
    }
}
