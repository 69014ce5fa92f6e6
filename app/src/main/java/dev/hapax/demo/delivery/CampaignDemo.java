package dev.hapax.demo.delivery;

import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.CampaignEvent.Action;
import dev.hapax.campaign.CampaignEvent.Counted;
import dev.hapax.campaign.CampaignStatus;
import dev.hapax.config.Settings;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent.Resolution;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Progress;
import dev.hapax.operations.campaign.CampaignActions;
import dev.hapax.operations.campaign.CampaignAnswer;
import dev.hapax.operations.campaign.CampaignFile;
import dev.hapax.operations.campaign.CampaignLoad;
import dev.hapax.operations.campaign.CampaignReview;
import dev.hapax.operations.campaign.CampaignView;
import dev.hapax.operations.campaign.RecipientFile;
import dev.hapax.operations.delivery.Deliveries;
import dev.hapax.operations.delivery.DeliveryAction;
import dev.hapax.operations.delivery.DeliverySwitch;
import dev.hapax.operations.delivery.LedgerActions;
import dev.hapax.operations.delivery.LedgerView;
import dev.hapax.operations.delivery.ReceiptsCheck;
import dev.hapax.operations.delivery.SuppressionList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Runs a campaign through killed workers, a killed instance, opt-outs and a mail server that fails for a while, reconciles what is
 * stranded with the log of the mail server, and checks that every recipient got at most one mail.
 */
public final class CampaignDemo implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration STALLED = Duration.ofSeconds(90);
    private static final long PAUSE_MILLIS = 50;

    private static final String CONFIG = """
            application-id: demo
            kafka: { bootstrap.servers: "%s" }
            topics: { prefix: demo., partitions: 3 }
            sources: [{ topic: demo.in, identity: { field: /id } }]
            delivery:
              signing-key: signing.pem
              channels:
                mail:
                  smtp:
                    host: 127.0.0.1
                    port: %d
                    security: plain
                    from: news@example.com
                    verified-domains: [example.com]
                    timeouts: { accept: 5s }
              lease: 10s
              backoff: 1s
            campaign:
              unsubscribe:
                url: https://news.example.com/unsubscribe
                secret: %s
                port: %d
            instance: { state-dir: state, session-timeout: 8s, transaction-timeout: 5s }
            admin: { port: %d }
            """;

    /** Signs the links of one demo. */
    private static final int SECRET_BYTES = 24;

    private final DemoSite site;
    private final AcceptedLog mails;
    private final Ports ports;
    private final Clock clock;
    private final KafkaClients clients;
    private final CampaignView campaigns;
    private final CampaignActions actions;
    private Consumer<String> live = text -> {};
    private int kills;
    /** What part of the campaign needs no further attempt. */
    private volatile double progress;

    private record Ports(int mail, int unsubscribe, int admin) {}

    private CampaignDemo(DemoSite site, AcceptedLog mails, Ports ports, Clock clock) {
        this.site = site;
        this.mails = mails;
        this.ports = ports;
        this.clock = clock;
        this.clients = site.clients();
        this.campaigns = new CampaignView(clients);
        this.actions = new CampaignActions(clients, campaigns);
    }

    /** Starts the broker and the mail server, with everything they write below {@code folder}. */
    public static CampaignDemo start(Path folder, Clock clock) throws IOException {
        Ports ports = new Ports(DemoSite.freePort(), DemoSite.freePort(), DemoSite.freePort());
        String secret = DemoSite.secret(SECRET_BYTES);
        DemoSite site = DemoSite.start(
                folder, broker -> CONFIG.formatted(broker, ports.mail(), secret, ports.unsubscribe(), ports.admin()));
        AcceptedLog mails = site.server("mail-server", DemoMailServer.class, ports.mail());
        return new CampaignDemo(site, mails, ports, clock);
    }

    /** Where one can watch it. */
    public String dashboard() {
        return "http://127.0.0.1:" + ports.admin();
    }

    /**
     * Runs until every recipient's delivery has ended.
     *
     * @param told hears what happens
     */
    public CampaignResult run(long seed, int recipients, Consumer<String> told)
            throws IOException, InterruptedException {
        live = told;
        final long began = clock.millis();
        CampaignPlan plan = CampaignPlan.of(seed, recipients);
        new DeliverySwitch(clients, clock).enable("demo", "the demo sends to its own server", false);
        DemoProcess instance = site.hapax("instance", "run");
        DemoProcess first = site.hapax("worker-1", "deliver");
        DemoProcess second = site.hapax("worker-2", "deliver");
        prepare(plan);
        String pausedFor;
        Map<String, Long> optedOut;
        int byLink;
        try (OptOuts optOuts =
                new OptOuts(clients, plan.optOutsMeanwhile(), () -> progress, ports.unsubscribe(), clock)) {
            optOuts.start();
            require(actions.request(CampaignPlan.ID, Action.START, "ann", null, PATIENCE));
            awaitAccepted(recipients * 15 / 100);
            kill(first, "worker-1", "deliver");
            awaitAccepted(recipients * 35 / 100);
            pausedFor = failForAWhile();
            awaitAccepted(recipients * 50 / 100);
            kill(instance, "instance", "run");
            awaitAccepted(recipients * 70 / 100);
            kill(second, "worker-2", "deliver");
            await("sending", () -> campaign().status() == CampaignStatus.DONE);
            await(
                    "opting out",
                    () -> optOuts.acknowledged().size()
                            == plan.optOutsMeanwhile().size());
            optedOut = optOuts.acknowledged();
            byLink = optOuts.byLink();
        }
        CampaignResult.OptedOut optOuts =
                new CampaignResult.OptedOut(plan.optOutsBefore().size(), byLink, optedOut.size() - byLink);
        try (LedgerView ledger = LedgerView.ofCampaign(clients, CampaignPlan.ID, LedgerView.Listener.NONE)) {
            CampaignResult.Stranded stranded = reconcile(ledger);
            CampaignAudit audit = new CampaignAudit(plan, mails.entries());
            ledger.catchUp(Progress.UNSEEN);
            List<Delivery> all = ledger.ofCampaign(CampaignPlan.ID);
            Map<DeliveryState, Integer> states = states(all);
            List<String> problems = new ArrayList<>(audit.problems(
                    all, optedOut, clients.settings().delivery().lease().toMillis()));
            if (all.size() != recipients) {
                problems.add("the states add up to " + all.size() + ", not to " + recipients);
            }
            await("counting", () -> campaign().states().equals(states));
            ReceiptsCheck.Result receipts = ReceiptsCheck.of(clients, new Deliveries(clients, clock), Progress.UNSEEN);
            problems.addAll(receipts.problems());
            return new CampaignResult(
                    recipients,
                    states,
                    kills,
                    pausedFor,
                    optOuts,
                    stranded,
                    audit.acceptedTwice(),
                    receipts.receipts(),
                    receipts.valid(),
                    clock.millis() - began,
                    problems);
        }
    }

    /** Creates, loads and approves the campaign, as the commands do. */
    private void prepare(CampaignPlan plan) throws IOException {
        Settings settings = clients.settings();
        live.accept("creating the campaign");
        CampaignFile.Defined defined =
                CampaignFile.read(plan.writeDefinition(site.folder()), settings, clock.instant());
        require(actions.create(defined.id(), defined.definition(), "ann", PATIENCE));
        Path file = plan.writeRecipients(site.folder());
        CampaignLoad.Result loaded = new CampaignLoad(clients, campaigns, site.folder())
                .load(defined.id(), RecipientFile.of(file.toString()), "ann", this::show);
        if (!loaded.isComplete() || loaded.added() != plan.addresses().size()) {
            throw new IllegalStateException("not all recipients were loaded: " + loaded);
        }
        try (SuppressionList.Additions additions =
                new SuppressionList(clients, clock).additions("demo", "opted out before")) {
            plan.optOutsBefore().forEach(additions::add);
            additions.flush();
        }
        live.accept("approving the campaign");
        approve("ann");
        if (!campaign().pending().isEmpty()) {
            // So large that another person has to agree.
            approve("bob");
        }
    }

    private void approve(String person) {
        try (LedgerView ledger = LedgerView.ofCampaign(clients, CampaignPlan.ID, LedgerView.Listener.NONE)) {
            CampaignReview review = new CampaignReview(clients, campaigns, ledger, clock);
            require(review.approve(
                    new CampaignReview.Decision(CampaignPlan.ID, person, "looks good"),
                    LedgerActions.signingKey(clients.settings().delivery()),
                    PATIENCE,
                    this::show));
        }
    }

    private void show(String what, long done, long total) {
        live.accept(what + " " + done + (total > 0 ? " of " + total : ""));
    }

    private static void require(CampaignAnswer answer) {
        if (!answer.decided()) {
            throw new IllegalStateException("no instance has answered within " + PATIENCE.toSeconds() + " s");
        }
        if (answer.refused() != null) {
            throw new IllegalStateException("the ledger refused: " + answer.refused());
        }
    }

    private void kill(DemoProcess process, String name, String command) throws IOException, InterruptedException {
        process.kill();
        kills++;
        live.accept("killed " + name + " with -9, and started it again");
        site.hapax(name, command);
    }

    /** Lets the mail server fail until the campaign pauses, and resumes it after that. */
    private String failForAWhile() throws IOException, InterruptedException {
        Path failing = DemoMailServer.failing(mails.file());
        Files.writeString(failing, "");
        await("the mail server fails", () -> campaign().status() == CampaignStatus.PAUSED);
        String why = campaign().history().stream()
                .filter(entry -> entry.what().equals("paused"))
                .reduce((before, last) -> last)
                .map(Campaign.Entry::detail)
                .orElseThrow();
        await("what was not sent goes back", () -> inFlight(campaign()) == 0);
        Files.delete(failing);
        live.accept("the mail server works again, and the campaign is resumed; it had paused: " + why);
        require(actions.request(CampaignPlan.ID, Action.RESUME, "ann", "the mail server works again", PATIENCE));
        return why;
    }

    private static int inFlight(Campaign campaign) {
        Map<DeliveryState, Integer> states = campaign.states();
        return states.getOrDefault(DeliveryState.DUE, 0) + states.getOrDefault(DeliveryState.CLAIMED, 0);
    }

    private void awaitAccepted(int count) throws InterruptedException {
        await("sending", () -> accepted() >= count || campaign().status() == CampaignStatus.DONE);
    }

    private int accepted() {
        try {
            return mails.count();
        } catch (IOException e) {
            throw new UncheckedIOException("the log of the mail server can't be read", e);
        }
    }

    private Campaign campaign() {
        return campaigns.get(CampaignPlan.ID);
    }

    private void await(String what, BooleanSupplier reached) throws InterruptedException {
        long moved = System.nanoTime();
        String before = "";
        while (!reached.getAsBoolean()) {
            Campaign now = campaign();
            String state =
                    now.status() + " " + described(now.states()) + ", accepted by the mail server: " + accepted();
            progress = progress(now);
            if (!state.equals(before)) {
                moved = System.nanoTime();
                before = state;
            }
            live.accept(what + ": " + state);
            if (System.nanoTime() - moved > STALLED.toNanos()) {
                throw new IllegalStateException(what + ": nothing has moved for " + STALLED.toSeconds() + " s: " + state
                        + "; see the logs in " + site.folder());
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        progress = progress(campaign());
    }

    private static double progress(Campaign campaign) {
        int all =
                campaign.states().values().stream().mapToInt(Integer::intValue).sum();
        int waiting = campaign.partitions().values().stream()
                .mapToInt(Counted::waiting)
                .sum();
        return all == 0 ? 0 : (all - waiting) / (double) all;
    }

    private static String described(Map<DeliveryState, Integer> states) {
        return states.entrySet().stream()
                .filter(state -> state.getValue() > 0)
                .map(state -> state.getValue() + " " + state.getKey().name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }

    /** What is sent again may be stranded again. */
    private CampaignResult.Stranded reconcile(LedgerView ledger) throws InterruptedException, IOException {
        List<Delivery> atTheEnd = stranded(ledger);
        int hungUp = (int) atTheEnd.stream()
                .filter(delivery -> delivery.draft().target().startsWith(DemoMailServer.HANGS_UP))
                .count();
        int sent = 0;
        int notSent = 0;
        for (List<Delivery> some = atTheEnd; !some.isEmpty(); some = stranded(ledger)) {
            Map<String, List<Long>> accepted = CampaignAudit.byAddress(mails.entries());
            Map<Boolean, List<Delivery>> byLog = some.stream()
                    .collect(Collectors.partitioningBy(
                            delivery -> accepted.containsKey(delivery.draft().target())));
            List<Delivery> inLog = Objects.requireNonNull(byLog.get(true));
            List<Delivery> notInLog = Objects.requireNonNull(byLog.get(false));
            reconcile(ledger, inLog, Resolution.SENT, "the log of the mail server has it");
            reconcile(ledger, notInLog, Resolution.NOT_SENT, "the log of the mail server does not have it");
            sent += inLog.size();
            notSent += notInLog.size();
            await("reconciling", () -> waiting(ledger) == 0);
        }
        return new CampaignResult.Stranded(atTheEnd.size(), hungUp, sent, notSent);
    }

    /** Nobody may call an attempt unsent as long as the mail server might still accept it, so it asks again. */
    private void reconcile(LedgerView ledger, List<Delivery> stranded, Resolution resolution, String evidence)
            throws InterruptedException {
        LedgerActions people = new LedgerActions(clients, ledger);
        List<Delivery> left = new ArrayList<>(stranded);
        long deadline = System.nanoTime() + STALLED.toNanos();
        while (!left.isEmpty()) {
            live.accept("reconciling " + left.size() + " as " + resolution);
            Map<String, LedgerActions.Result> results =
                    people.act(left, new DeliveryAction.Reconcile(resolution, "ann", evidence), PATIENCE);
            left.removeIf(delivery -> {
                LedgerActions.Result result = results.get(delivery.id());
                return result != null && result.decided() && result.refused() == null;
            });
            if (!left.isEmpty() && System.nanoTime() - deadline > 0) {
                throw new IllegalStateException(
                        "can't be reconciled: " + results.get(left.get(0).id()));
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    private static List<Delivery> stranded(LedgerView ledger) {
        ledger.catchUp(Progress.UNSEEN);
        return ledger.ofCampaign(CampaignPlan.ID).stream()
                .filter(delivery -> delivery.state() == DeliveryState.STRANDED)
                .toList();
    }

    private static long waiting(LedgerView ledger) {
        ledger.catchUp(Progress.UNSEEN);
        return ledger.ofCampaign(CampaignPlan.ID).stream()
                .filter(delivery -> !delivery.state().isEnd() && delivery.state() != DeliveryState.STRANDED)
                .count();
    }

    private static Map<DeliveryState, Integer> states(List<Delivery> deliveries) {
        Map<DeliveryState, Integer> states = new EnumMap<>(DeliveryState.class);
        deliveries.forEach(delivery -> states.merge(delivery.state(), 1, Integer::sum));
        return states;
    }

    @Override
    public void close() {
        campaigns.close();
        site.close();
    }
}
