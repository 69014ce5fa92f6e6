package dev.hapax.worker;

import dev.hapax.delivery.Approval;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.DeliveryEvent.Resolution;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.delivery.Ledger;
import dev.hapax.delivery.Transition;
import dev.hapax.delivery.Transition.Effect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One partition of everything: topics, a ledger, workers, a mail server and people. One thread, one seed, no real time. */
final class SimulatedWorld {

    static final long LEASE = 30_000;
    static final long SOCKET = 10_000;
    static final int BATCH = 3;
    private static final int DELIVERIES = 12;
    private static final List<String> CHANNELS = List.of("mail", "hooks");
    private static final int TURNS = 400;
    private static final int DEEPEST = 3;
    private static final int MAX_IN_FLIGHT = 6;
    private static final List<String> IDEMPOTENT = List.of("keyed", "keyed-too");
    private static final Duration WINDOW = Duration.ofMinutes(20);
    /** How far the clocks of this world are apart, all together. */
    private static final long SKEW = 600_000;

    private static final Ledger.Limits LIMITS = new Ledger.Limits(
            3,
            Duration.ofSeconds(5),
            Duration.ofMinutes(1),
            Duration.ofDays(90),
            Map.of(IDEMPOTENT.get(0), WINDOW, IDEMPOTENT.get(1), WINDOW));

    /** A process was killed. */
    static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private record Logged(String id, DeliveryEvent event) {}

    final Random random;
    long now = 1_000_000_000;
    boolean faults = true;

    private final Map<String, Delivery> ledgerState = new LinkedHashMap<>();
    private final List<Logged> events = new ArrayList<>();
    final List<DueDelivery> due = new ArrayList<>();
    final Set<String> optedOut = new HashSet<>();
    /** Channels that are down. */
    final Set<String> down = new HashSet<>();
    /** The most deliveries that one crash could have stranded. */
    int mostAtRisk;

    final Set<String> stopSignals = new HashSet<>();
    /** What did not come to rest while another channel was down. */
    final List<Delivery> heldUp = new ArrayList<>();

    /** What the target did, by id. */
    private final Map<String, Integer> accepted = new HashMap<>();

    private final Map<String, Long> remembered = new HashMap<>();
    private int ignored;
    private final Map<String, Long> slowAccepts = new LinkedHashMap<>();
    private final List<Map<String, DeliveryEvent>> heldReports = new ArrayList<>();
    private final List<SimulatedWorker> workers = new ArrayList<>();

    /** Of the transactional id of the partition. */
    int epoch;

    long claimedUpTo = -1;
    /** A commit whose outcome nobody knows until the next owner opens the partition. */
    @Nullable
    Runnable undecidedCommit;

    private int read;
    private long ledgerSkew;
    private Ledger ledger;
    private int staged;
    private int crashes;
    private int names;
    private int depth;

    private final boolean idempotent;
    private final List<String> channels;

    /** @param idempotent whether the target ignores ids that it has seen, for a while */
    SimulatedWorld(long seed, boolean idempotent) {
        this.random = new Random(seed);
        this.idempotent = idempotent;
        this.channels = idempotent ? IDEMPOTENT : CHANNELS;
        this.ledger = newLedger();
    }

    void run() {
        for (int turn = 0; turn < TURNS; turn++) {
            anything();
        }
        // From here on nothing fails but one channel, and whatever can come to rest does.
        faults = false;
        workers.clear();
        down.clear();
        down.add(channels.get(0));
        calm();
        deliveries().stream()
                .filter(it -> !down.contains(it.draft().channel()) && !isAtRest(it))
                .forEach(heldUp::add);
        down.clear();
        calm();
    }

    static boolean isAtRest(Delivery delivery) {
        return delivery.state().isEnd()
                || delivery.state() == DeliveryState.STRANDED
                || delivery.state() == DeliveryState.AWAITING_APPROVAL;
    }

    private void calm() {
        for (int turn = 0; turn < 200; turn++) {
            now += 20_000;
            flushReports();
            ledgerReadsAll();
            timers();
            ledgerReadsAll();
            workersStep(0);
        }
    }

    Collection<Delivery> deliveries() {
        return ledgerState.values();
    }

    int staged() {
        return staged;
    }

    int crashes() {
        return crashes;
    }

    int accepted(String id) {
        return accepted.getOrDefault(id, 0);
    }

    /** Between any two steps of anyone, anything may happen to everyone else. */
    void meanwhile() {
        if (faults && depth < DEEPEST && random.nextInt(3) == 0) {
            depth++;
            try {
                for (int i = random.nextInt(4); i >= 0; i--) {
                    anything();
                }
            } finally {
                depth--;
            }
        }
    }

    void maybeCrash() {
        if (faults && random.nextInt(25) == 0) {
            crashes++;
            throw new Crash();
        }
    }

    boolean chance(int percent) {
        return faults && random.nextInt(100) < percent;
    }

    void accept(String id) {
        Long first = remembered.get(id);
        if (idempotent && first != null && now - first < WINDOW.toMillis() + SKEW) {
            ignored++;
            return;
        }
        remembered.put(id, now);
        accepted.merge(id, 1, Integer::sum);
    }

    /** Repeated requests without an effect. */
    int ignored() {
        return ignored;
    }

    /** The server has the whole message, and takes its time. */
    void acceptSlowly(String id) {
        slowAccepts.put(id + "#" + names++, now + random.nextInt((int) SOCKET));
    }

    void append(Map<String, DeliveryEvent> batch) {
        batch.forEach((id, event) -> events.add(new Logged(id, event)));
    }

    void hold(Map<String, DeliveryEvent> batch) {
        heldReports.add(batch);
    }

    private void anything() {
        switch (random.nextInt(15)) {
            case 0 -> stage();
            case 1 -> review();
            case 2, 3, 4 -> ledgerReads();
            case 5 -> timers();
            case 6, 7, 8 -> workersStep(random.nextInt(3));
            case 9 -> passTime(random.nextInt(5_000));
            case 10 -> passTime(chance(30) ? LEASE + random.nextInt(60_000) : random.nextInt(500));
            case 11 -> person();
            case 12 -> flushReports();
            case 13 -> channelChanges();
            default -> takeover();
        }
    }

    private void channelChanges() {
        String channel = channels.get(random.nextInt(channels.size()));
        if (!down.remove(channel) && chance(30)) {
            down.add(channel);
        }
    }

    private void passTime(long millis) {
        now += millis;
        Iterator<Map.Entry<String, Long>> slow = slowAccepts.entrySet().iterator();
        while (slow.hasNext()) {
            Map.Entry<String, Long> next = slow.next();
            if (next.getValue() <= now) {
                accept(next.getKey().substring(0, next.getKey().indexOf('#')));
                slow.remove();
            }
        }
    }

    private void stage() {
        if (staged < DELIVERIES) {
            String id = "d" + staged++;
            long expires = now + (chance(10) ? 40_000 : Duration.ofDays(2).toMillis());
            DeliveryEvent.Draft draft = new DeliveryEvent.Draft(
                    channels.get(random.nextInt(channels.size())),
                    id + "@example.com",
                    DueDelivery.sha256(new byte[0]),
                    1,
                    "ann",
                    null,
                    0.5,
                    0,
                    expires);
            events.add(new Logged(id, new DeliveryEvent.Staged(draft)));
            if (random.nextBoolean()) {
                // Handed in again, as a client does that got no answer.
                events.add(new Logged(id, new DeliveryEvent.Staged(draft)));
            }
        }
    }

    private void review() {
        Delivery any = any();
        if (any != null) {
            boolean approves = !chance(10);
            events.add(new Logged(
                    any.id(),
                    new DeliveryEvent.Reviewed(new Approval(
                            approves,
                            "bob",
                            any.draft().sha256(),
                            any.draft().target(),
                            now,
                            now + Duration.ofDays(1).toMillis(),
                            null,
                            null,
                            null))));
        }
    }

    private void person() {
        Delivery any = any();
        if (any == null) {
            return;
        }
        if (any.state() == DeliveryState.STRANDED && random.nextInt(3) > 0) {
            // Honest: looks at the server's own list, at this moment.
            Resolution resolution =
                    accepted(any.id()) > 0 ? Resolution.SENT : chance(20) ? Resolution.ABANDONED : Resolution.NOT_SENT;
            Transition unused = apply(
                    any.id(), new DeliveryEvent.Reconciled(any.attempt(), resolution, "carol", "the server's list"));
        } else if (random.nextInt(6) == 0) {
            events.add(new Logged(any.id(), new DeliveryEvent.CancelRequested("dave", "wrong text")));
        } else if (random.nextInt(8) == 0) {
            optedOut.add(any.draft().target());
        }
    }

    private @Nullable Delivery any() {
        List<Delivery> all = new ArrayList<>(ledgerState.values());
        return all.isEmpty() ? null : all.get(random.nextInt(all.size()));
    }

    /** The instance dies, and another one with another clock goes on. What was not committed never happened. */
    private void takeover() {
        if (chance(30)) {
            crashes++;
            ledgerSkew = random.nextLong(240_000) - 120_000L;
            ledger = newLedger();
        }
    }

    private Ledger newLedger() {
        return new Ledger(LIMITS, (delivery, approval) -> null, now + ledgerSkew);
    }

    private void ledgerReadsAll() {
        while (read < events.size()) {
            ledgerReads();
        }
    }

    private void ledgerReads() {
        if (read < events.size()) {
            Logged next = events.get(read++);
            apply(next.id(), next.event());
        }
    }

    private Transition apply(String id, DeliveryEvent event) {
        Transition transition = ledger.on(id, ledgerState.get(id), event, now + ledgerSkew);
        write(id, transition);
        return transition;
    }

    private void timers() {
        for (String id : List.copyOf(ledgerState.keySet())) {
            Delivery delivery = ledgerState.get(id);
            if (delivery != null && !delivery.state().isEnd()) {
                long inFlight = ledgerState.values().stream()
                        .filter(it -> it.state().isInFlight())
                        .count();
                write(id, ledger.onTimer(delivery, inFlight < MAX_IN_FLIGHT, now + ledgerSkew));
            }
        }
    }

    private void write(String id, Transition transition) {
        Delivery delivery = transition.delivery();
        if (delivery == null) {
            return;
        }
        ledgerState.put(id, delivery);
        if (transition.effects().contains(Effect.DUE)) {
            due.add(new DueDelivery(
                    due.size(),
                    id,
                    delivery.attempt(),
                    delivery.draft().channel(),
                    delivery.draft().target(),
                    delivery.draft().sha256(),
                    delivery.deadline(),
                    new byte[0]));
        }
        if (transition.effects().contains(Effect.LEASE_ENDED)) {
            events.add(new Logged(id, new DeliveryEvent.LeaseEnded(delivery.attempt())));
        }
        if (transition.effects().contains(Effect.STOP)) {
            stopSignals.add(id);
        }
    }

    private void flushReports() {
        heldReports.forEach(this::append);
        heldReports.clear();
    }

    private void workersStep(int which) {
        while (workers.size() <= which) {
            workers.add(new SimulatedWorker(this, "w" + names++));
        }
        SimulatedWorker worker = workers.get(which);
        if (worker.busy()) {
            return;
        }
        try {
            worker.step();
        } catch (Crash | DueLog.FencedException e) {
            int index = workers.indexOf(worker);
            if (index >= 0) {
                workers.set(index, new SimulatedWorker(this, "w" + names++));
            }
        }
    }
}
