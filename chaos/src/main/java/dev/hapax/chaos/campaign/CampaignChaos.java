package dev.hapax.chaos.campaign;

import dev.hapax.campaign.Campaign;
import dev.hapax.chaos.delivery.DeliveryApplication;
import dev.hapax.chaos.stage.Journal;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.embedded.BrokerCluster;
import dev.hapax.harness.Patience;
import dev.hapax.operations.campaign.CampaignAudience;
import dev.hapax.operations.delivery.ReceiptsCheck;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Loads a campaign from two processes at once, one of which is killed, and sends it while everyone involved is killed. When
 * nothing is left to send, it compares the mail server's own log with the ledger, address by address, reconciles what is stranded
 * as that log says, and compares again.
 */
public final class CampaignChaos implements AutoCloseable {

    private static final int PARTITIONS = 6;
    private static final int CLAIM_BATCH = 10;
    private static final int OPT_OUTS_PER_KILL = 3;
    private static final Duration LONG = Duration.ofMinutes(10);

    /**
     * What was found.
     *
     * @param states how many recipients are in each state, before anything is reconciled
     * @param faults how often each process was killed
     * @param pauses how often the campaign paused itself
     * @param optedOut how many opted out before their mail was on its way
     * @param strandedAtMost what the kills may have stranded
     * @param problems what must not be, each in one line
     */
    public record Result(
            int recipients,
            Map<DeliveryState, Integer> states,
            Map<String, Integer> faults,
            int kills,
            int pauses,
            int optedOut,
            int strandedBeforeReconciling,
            int strandedAtMost,
            int acceptedTwice,
            int receipts,
            List<String> problems) {}

    private final int recipients;
    private final Random chance;
    private final Journal journal;
    private final CampaignApplication application;
    private final CampaignCrew crew;
    private final List<String> problems = new ArrayList<>();
    /** Those who opted out when nothing had been tried for them. */
    private final Set<String> optedOut = new TreeSet<>();

    private int pauses;

    CampaignChaos(int recipients, long seed, BrokerCluster brokers, Path folder, Journal journal) throws Exception {
        this.recipients = recipients;
        this.chance = new Random(seed);
        this.journal = journal;
        this.application = CampaignApplication.of(
                "chaos",
                brokers.bootstrapServers(),
                folder,
                CampaignCrew.WORKERS,
                config -> config.set("topics", "partitions", PARTITIONS)
                        .set("delivery", "claim-batch", CLAIM_BATCH)
                        .set("delivery", "lease", "5s"));
        this.crew = new CampaignCrew(application.delivery(), brokers, chance, journal);
    }

    Result run(int kills) throws Exception {
        application.create();
        load();
        application.approve();
        application.startSending();
        journal.note("started: " + application.campaign().status());
        List<CampaignFault> faults = faults(kills);
        for (int i = 0; i < faults.size(); i++) {
            strike(faults.get(i), (long) recipients * (i + 1) / (faults.size() + 1));
        }
        settle();
        AcceptedMails before = application.accepted(recipients);
        check(before);
        int strandedAtMost = crew.kills() * CLAIM_BATCH * PARTITIONS;
        int stranded = before.states().getOrDefault(DeliveryState.STRANDED, 0);
        if (stranded > strandedAtMost) {
            problems.add(stranded + " deliveries are stranded: more than claim batch × partitions × kills, "
                    + strandedAtMost);
        }
        AcceptedMails after = reconcile();
        ReceiptsCheck.Result receipts = application.delivery().receipts();
        receipts.problems().forEach(problem -> problems.add("receipts verify: " + problem));
        problems.addAll(crew.problems());
        return new Result(
                recipients,
                before.states(),
                journal.faults(),
                crew.kills(),
                pauses,
                optedOut.size(),
                stranded,
                strandedAtMost,
                after.acceptedTwice(),
                receipts.receipts(),
                problems.stream().distinct().toList());
    }

    /** One of each at least; the rest by their shares. */
    private List<CampaignFault> faults(int kills) {
        List<CampaignFault> faults = new ArrayList<>(List.of(CampaignFault.values()));
        List<CampaignFault> pack = new ArrayList<>();
        for (CampaignFault fault : CampaignFault.values()) {
            pack.addAll(Collections.nCopies(fault.share(), fault));
        }
        while (faults.size() < kills) {
            faults.add(pack.get(chance.nextInt(pack.size())));
        }
        Collections.shuffle(faults, chance);
        return faults;
    }

    private void load() throws Exception {
        application.loadTwice(CampaignApplication.lines(recipients));
        CampaignAudience audience = application.waiting();
        journal.note("loaded twice at once: " + audience.recipients().size() + " recipients, and "
                + audience.duplicates().size() + " with the address of another one");
        if (audience.recipients().size() != recipients) {
            problems.add(audience.recipients().size() + " recipients were loaded, not " + recipients);
        }
    }

    /** Kills once so many mails are accepted. */
    private void strike(CampaignFault fault, long accepted) throws Exception {
        await(
                accepted + " mails are accepted",
                () -> application.delivery().mailServer().acceptedCount() >= accepted);
        if (application.campaign().status().isEnd()) {
            problems.add(fault.description() + ": nothing was being sent");
            return;
        }
        crew.kill(fault);
        optOut();
    }

    private void await(String what, Holds holds) {
        Patience.until(what, LONG, () -> {
            crew.revive();
            resume();
            return holds.now();
        });
    }

    /** A condition. */
    @FunctionalInterface
    private interface Holds {
        boolean now() throws Exception;
    }

    private void resume() {
        @Nullable String reason = application.resumeIfPaused();
        if (reason != null) {
            pauses++;
            journal.note("paused and resumed: " + reason);
            if (reason.isBlank()) {
                problems.add("the campaign paused without a reason");
            }
        }
    }

    /** Whoever waits in the queue when the opt-out is acknowledged was not claimed before it. */
    private void optOut() {
        Set<String> chosen = new TreeSet<>();
        for (int i = 0; i < OPT_OUTS_PER_KILL; i++) {
            String address = DeliveryApplication.recipient(chance.nextInt(recipients));
            application.delivery().suppress(address);
            chosen.add(address);
        }
        for (Delivery delivery : application.deliveries()) {
            String target = delivery.draft().target();
            if (chosen.contains(target)
                    && delivery.state() == DeliveryState.AWAITING_APPROVAL
                    && delivery.attempt() == 0) {
                optedOut.add(target);
            }
        }
    }

    private void settle() {
        await("the campaign has ended", () -> application.campaign().status().isEnd());
        Campaign campaign = application.campaign();
        journal.note("ended: " + campaign.status() + " " + campaign.states());
    }

    private void check(AcceptedMails mails) {
        problems.addAll(mails.problems());
        Map<DeliveryState, Integer> counted = application.campaign().states();
        if (!counted.equals(mails.states())) {
            problems.add("the campaign counts " + counted + ", and its deliveries are " + mails.states());
        }
        Set<String> ignored = new TreeSet<>(optedOut);
        ignored.retainAll(mails.times().keySet());
        if (!ignored.isEmpty()) {
            problems.add("accepted after an acknowledged opt-out: " + ignored);
        }
    }

    /** As a person would who has looked into the mail server's log. */
    private AcceptedMails reconcile() throws Exception {
        await("everything stranded is reconciled and sent", () -> {
            int stranded = application.reconcileByLog();
            Thread.sleep(stranded > 0 ? 1_000 : 0);
            return stranded == 0 && !application.isBusy();
        });
        AcceptedMails mails = application.accepted(recipients);
        problems.addAll(mails.problemsAfterReconciling());
        Patience.within(
                Duration.ofSeconds(10), () -> application.campaign().states().equals(mails.states()));
        check(mails);
        journal.note("reconciled: " + mails.times().size() + " addresses have a mail, " + mails.states());
        return mails;
    }

    @Override
    public void close() {
        crew.close();
        application.close();
    }
}
