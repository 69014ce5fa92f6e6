package dev.hapax.chaos.delivery;

import dev.hapax.chaos.delivery.MailServer.Step;
import dev.hapax.chaos.stage.Journal;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent.Resolution;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.harness.Patience;
import dev.hapax.operations.delivery.ReceiptsCheck;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Stages deliveries in slices and kills somebody in each slice. When all is quiet, it compares the mail server's own log with the
 * ledger, reconciles what is stranded as that log says, and waits until every mail has arrived: each must be there once.
 */
final class DeliveryChaos implements AutoCloseable {

    private static final int PARTITIONS = 3;
    private static final int CLAIM_BATCH = 5;
    private static final int WORKERS = 2;
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration STEP_REACHED_WITHIN = Duration.ofSeconds(45);
    private static final String BROKER_TOO_SLOW = "answered within";

    /**
     * What was found.
     *
     * @param states how many deliveries are in each state, before anything is reconciled
     * @param strandedAtMost what the kills may have stranded
     * @param problems what must not be, each in one line
     */
    record Result(
            int staged,
            Map<DeliveryState, Integer> states,
            Map<String, Integer> faults,
            int kills,
            int strandedAtMost,
            int receipts,
            List<String> problems) {}

    private final int count;
    private final Random chance;
    private final Journal journal;
    private final DeliveryApplication application;
    private final @Nullable HapaxProcess[] workers = new HapaxProcess[WORKERS];
    private final List<String> problems = new ArrayList<>();
    private HapaxProcess instance;
    private int staged;
    private int kills;

    DeliveryChaos(int count, long seed, String bootstrapServers, Path folder, Journal journal) throws Exception {
        this.count = count;
        this.chance = new Random(seed);
        this.journal = journal;
        this.application = DeliveryApplication.of(
                "chaos",
                bootstrapServers,
                folder,
                WORKERS,
                config -> config.set("topics", "partitions", PARTITIONS)
                        .set("delivery", "claim-batch", CLAIM_BATCH)
                        .set("delivery", "lease", "5s"));
        this.instance = application.startInstance();
    }

    /** @param rounds how often each fault strikes */
    Result run(int rounds) throws Exception {
        for (int worker = 0; worker < WORKERS; worker++) {
            workers[worker] = application.startWorker(worker);
        }
        List<DeliveryFault> faults = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            faults.addAll(List.of(DeliveryFault.values()));
        }
        Collections.shuffle(faults, chance);
        for (int i = 0; i < faults.size(); i++) {
            strike(faults.get(i), (int) ((long) count * (i + 1) / faults.size()));
        }
        settle();
        Map<DeliveryState, Integer> states = application.states();
        int strandedAtMost = kills * CLAIM_BATCH * PARTITIONS;
        check(states, strandedAtMost);
        reconcile();
        ReceiptsCheck.Result receipts = application.receipts();
        receipts.problems().forEach(problem -> problems.add("receipts verify: " + problem));
        return new Result(
                staged, states, journal.faults(), kills, strandedAtMost, receipts.receipts(), List.copyOf(problems));
    }

    private void stage(int to, DeliveryFault fault) throws Exception {
        // A large mail that a worker is in the middle of, and small ones around it.
        int large = fault == DeliveryFault.MID_DATA ? Math.min(to, staged + PARTITIONS) : staged;
        application.stage(staged, large, DeliveryApplication.LARGE);
        application.stage(large, to, 0);
        staged = to;
    }

    private void strike(DeliveryFault fault, int stageTo) throws Exception {
        revive();
        Step step = fault.step();
        if (step == null) {
            stage(stageTo, fault);
            killAtAnyTime(fault);
            return;
        }
        MailServerProcess mailServer = application.mailServer();
        mailServer.hold(step);
        if (step == Step.CONNECTED) {
            // Workers keep their connection: without one, they connect before they claim.
            restartMailServer(step);
        }
        stage(stageTo, fault);
        MailServerProcess.Held held = mailServer.await(STEP_REACHED_WITHIN);
        if (held == null) {
            problems.add(fault.description() + ": no worker came to this step within " + STEP_REACHED_WITHIN.toSeconds()
                    + " s");
            mailServer.release();
            return;
        }
        killWorker(mailServer.worker(held.port()));
        mailServer.release();
        if (step == Step.MID_DATA && !mailServer.awaitCut(held.recipient(), Duration.ofSeconds(10))) {
            problems.add(fault.description() + ": the mail had been written to its end");
            return;
        }
        journal.fault(fault.description(), held.recipient());
    }

    private void restartMailServer(Step thenHold) throws IOException, InterruptedException {
        MailServerProcess mailServer = application.mailServer();
        mailServer.kill();
        kills++;
        mailServer.restart();
        mailServer.hold(thenHold);
    }

    private void killAtAnyTime(DeliveryFault fault) throws Exception {
        // After some mails of this slice, but not all of them.
        int before = total(application.mailServer().accepted());
        int some = chance.nextInt(5);
        boolean working = Patience.within(
                STEP_REACHED_WITHIN, () -> total(application.mailServer().accepted()) > before + some);
        switch (fault) {
            case WORKER -> killWorker(chance.nextInt(WORKERS));
            case INSTANCE -> {
                instance.kill();
                instance = application.startInstance();
                kills++;
            }
            case MAIL_SERVER -> {
                application.mailServer().kill();
                kills++;
                application.mailServer().restart();
            }
            default -> throw new IllegalStateException("killed at a step: " + fault);
        }
        if (working) {
            journal.fault(fault.description(), "");
        } else {
            problems.add(fault.description() + ": nothing was being sent");
        }
    }

    private void killWorker(int worker) throws InterruptedException {
        Objects.requireNonNull(workers[worker]).kill();
        workers[worker] = null;
        kills++;
        application.expelWorkers();
    }

    private void revive() throws IOException {
        for (int worker = 0; worker < WORKERS; worker++) {
            HapaxProcess process = workers[worker];
            if (process == null || gaveUp(process, "worker " + worker)) {
                workers[worker] = application.startWorker(worker);
            }
        }
        if (gaveUp(instance, "the instance")) {
            instance = application.startInstance();
        }
    }

    /** Whether it has ended by itself, which is a problem unless the broker was too slow for its start. */
    private boolean gaveUp(HapaxProcess process, String who) throws IOException {
        if (process.isAlive()) {
            return false;
        }
        String printed = process.printedToErr().strip();
        String lastWords = printed.substring(printed.lastIndexOf('\n') + 1);
        journal.note(who + " gave up: " + lastWords);
        if (!lastWords.contains(BROKER_TOO_SLOW)) {
            problems.add(who + " gave up by itself: " + lastWords);
        }
        return true;
    }

    private void settle() {
        Patience.until("every delivery is sent or stranded", LONG, () -> {
            revive();
            Map<DeliveryState, Integer> states = application.states();
            return states.getOrDefault(DeliveryState.SENT, 0) + states.getOrDefault(DeliveryState.STRANDED, 0)
                    == staged;
        });
        journal.note("settled: " + application.states());
    }

    private void check(Map<DeliveryState, Integer> states, int strandedAtMost) throws IOException {
        Map<String, Integer> accepted = application.mailServer().accepted();
        acceptedOnce(accepted);
        TreeSet<String> sent = new TreeSet<>(application.recipients(DeliveryState.SENT));
        sent.removeAll(accepted.keySet());
        if (!sent.isEmpty()) {
            problems.add("SENT in the ledger, and not in the mail server's log: " + sent);
        }
        int stranded = states.getOrDefault(DeliveryState.STRANDED, 0);
        if (stranded > strandedAtMost) {
            problems.add(stranded + " deliveries are stranded: more than claim batch × partitions × kills, "
                    + strandedAtMost);
        }
        if (total(states) != staged) {
            problems.add(staged + " staged, and the ledger has " + states);
        }
    }

    private void acceptedOnce(Map<String, Integer> accepted) {
        accepted.forEach((recipient, times) -> {
            if (times > 1) {
                problems.add("accepted " + times + " times: the mail to " + recipient);
            }
        });
    }

    /** As a person would who has looked into the mail server's log. */
    private void reconcile() throws Exception {
        Patience.until("everything stranded is reconciled and sent", LONG, () -> {
            Map<String, Integer> accepted = application.mailServer().accepted();
            List<Delivery> open = application.list().stream()
                    .filter(delivery -> delivery.state() != DeliveryState.SENT)
                    .toList();
            open.stream()
                    .filter(delivery -> delivery.state() == DeliveryState.STRANDED)
                    .forEach(delivery -> application.reconcile(
                            delivery,
                            accepted.containsKey(delivery.draft().target()) ? Resolution.SENT : Resolution.NOT_SENT));
            Thread.sleep(open.isEmpty() ? 0 : 1_000);
            return open.isEmpty();
        });
        Map<String, Integer> accepted = application.mailServer().accepted();
        acceptedOnce(accepted);
        if (accepted.size() != staged) {
            problems.add("after everything was reconciled, " + accepted.size() + " of " + staged + " mails arrived");
        }
        journal.note("reconciled: " + accepted.size() + " mails arrived");
    }

    private static int total(Map<?, Integer> counts) {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    @Override
    public void close() {
        for (HapaxProcess worker : workers) {
            if (worker != null) {
                worker.close();
            }
        }
        instance.close();
        application.close();
    }
}
