package dev.hapax.worker;

import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.DeliveryEvent.Result;
import dev.hapax.delivery.DeliveryState;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The real {@link PartitionWorker} on simulated topics, with a simulated mail server. */
final class SimulatedWorker implements DueLog, Channel, StopCheck {

    private final SimulatedWorld world;
    private final PartitionWorker worker;
    private final long skew;
    private int epoch = -1;
    private boolean busy;
    private long tries;
    /** Reports that were handed over and are not written yet. They are lost with the process. */
    private final Map<String, DeliveryEvent> unwritten = new LinkedHashMap<>();
    /** What this worker has claimed and not reported: what a crash strands. */
    private final Set<String> atRisk = new HashSet<>();

    SimulatedWorker(SimulatedWorld world, String name) {
        this.world = world;
        this.skew = world.random.nextLong(600_000) - 300_000L;
        this.worker = new PartitionWorker(
                new PartitionWorker.Options(name, SimulatedWorld.BATCH, SimulatedWorld.LEASE, SimulatedWorld.SOCKET),
                this,
                this,
                this,
                new Lease.Clocks(() -> world.now * 1_000_000, () -> world.now + skew),
                () -> world.chance(2));
    }

    /** A worker has one thread. */
    boolean busy() {
        return busy;
    }

    void step() throws FencedException {
        busy = true;
        try {
            worker.step();
        } finally {
            busy = false;
        }
    }

    @Override
    public long open() {
        world.meanwhile();
        world.maybeCrash();
        epoch = ++world.epoch;
        Runnable undecided = world.undecidedCommit;
        world.undecidedCommit = null;
        if (undecided != null && world.random.nextBoolean()) {
            undecided.run();
        }
        world.maybeCrash();
        return world.claimedUpTo;
    }

    @Override
    public List<DueDelivery> poll(long afterOffset, int most) {
        world.meanwhile();
        int from = (int) Math.min(afterOffset + 1, world.due.size());
        return List.copyOf(world.due.subList(from, Math.min(from + most, world.due.size())));
    }

    @Override
    public void claim(long upToOffset, Map<String, DeliveryEvent> events) throws FencedException, UnknownException {
        world.meanwhile();
        world.maybeCrash();
        if (epoch != world.epoch) {
            throw new FencedException(new IllegalStateException("fenced"));
        }
        Runnable commit = () -> {
            world.claimedUpTo = upToOffset;
            world.append(events);
            events.forEach((id, event) -> {
                if (event instanceof DeliveryEvent.Claimed) {
                    atRisk.add(id);
                }
            });
            world.mostAtRisk = Math.max(world.mostAtRisk, atRisk.size());
        };
        if (world.chance(8)) {
            world.undecidedCommit = commit;
            world.maybeCrash();
            throw new UnknownException(new IllegalStateException("no answer"));
        }
        commit.run();
        world.maybeCrash();
        world.meanwhile();
    }

    @Override
    public void report(Map<String, DeliveryEvent> events) {
        world.meanwhile();
        world.maybeCrash();
        unwritten.putAll(events);
        if (world.chance(30)) {
            awaitReports();
        }
        world.maybeCrash();
    }

    @Override
    public void awaitReports() {
        world.meanwhile();
        world.maybeCrash();
        if (world.chance(20)) {
            // Written, and read by the ledger much later.
            world.hold(Map.copyOf(unwritten));
        } else {
            world.append(unwritten);
        }
        atRisk.removeAll(unwritten.keySet());
        unwritten.clear();
        world.maybeCrash();
    }

    @Override
    public @Nullable Down down(DueDelivery delivery) {
        world.meanwhile();
        return world.down.contains(delivery.channel()) || world.chance(3)
                ? new Down("535 wrong password", tries++)
                : null;
    }

    @Override
    public Sent send(DueDelivery delivery, Lease lease) {
        world.meanwhile();
        world.maybeCrash();
        if (world.chance(10)) {
            return new Sent(Result.NOT_SENT, "451 later");
        }
        if (world.chance(3)) {
            return new Sent(Result.REFUSED, "550 no");
        }
        if (lease.hasEnded()) {
            return new Sent(Result.RETURNED, "lease ended");
        }
        // The final dot. From here on the target may accept it.
        if (world.chance(5)) {
            world.maybeCrash();
            return new Sent(Result.UNKNOWN, "reset");
        }
        if (world.chance(10)) {
            world.acceptSlowly(delivery.id());
            world.maybeCrash();
            return new Sent(Result.UNKNOWN, "silence");
        }
        world.accept(delivery.id());
        world.maybeCrash();
        world.meanwhile();
        return world.chance(10) ? new Sent(Result.UNKNOWN, "closed") : new Sent(Result.SENT, "250 ok");
    }

    @Override
    public void catchUp() {
        world.meanwhile();
    }

    @Override
    public @Nullable String off() {
        return null;
    }

    @Override
    public @Nullable Stop stop(DueDelivery delivery) {
        if (world.stopSignals.contains(delivery.id())) {
            return new Stop(DeliveryState.CANCELLED, "cancelled");
        }
        return world.optedOut.contains(delivery.target()) ? new Stop(DeliveryState.SUPPRESSED, "opted out") : null;
    }

    @Override
    public @Nullable String hold(DueDelivery delivery) {
        return null;
    }

    @Override
    public void close() {}
}
