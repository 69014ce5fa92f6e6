package dev.hapax.admin.status;

import dev.hapax.admin.Background;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.streams.KafkaStreams.State;

/** Liveness and readiness of an instance. */
public final class Readiness {

    private final Supplier<State> state;
    private final RestoreProgress restoring;
    private final Background background;

    public Readiness(Supplier<State> state, RestoreProgress restoring, Background background) {
        this.state = state;
        this.restoring = restoring;
        this.background = background;
    }

    State state() {
        return state.get();
    }

    boolean alive() {
        return switch (state()) {
            case ERROR, PENDING_ERROR, NOT_RUNNING -> false;
            case CREATED, REBALANCING, RUNNING, PENDING_SHUTDOWN -> true;
        };
    }

    /** Whether all tasks and background threads are running. */
    public boolean ready() {
        return state() == State.RUNNING
                && restoring.stores().isEmpty()
                && background.dead().isEmpty();
    }

    /** The reason why it is not ready. */
    String why() {
        List<RestoreProgress.Restored> stores = restoring.stores();
        if (!stores.isEmpty()) {
            long restored = stores.stream()
                    .mapToLong(RestoreProgress.Restored::restored)
                    .sum();
            long total =
                    stores.stream().mapToLong(RestoreProgress.Restored::total).sum();
            return "restoring " + stores.size() + " store partitions: " + restored + " of about " + total
                    + " records restored";
        }
        List<String> dead = background.dead();
        if (state() == State.RUNNING && !dead.isEmpty()) {
            return String.join("; ", dead) + ". Messages are still processed. Restart this instance; its log"
                    + " has the stack trace.";
        }
        return switch (state()) {
            case CREATED -> "starting";
            case REBALANCING -> "rebalancing";
            case RUNNING -> "ready";
            case PENDING_SHUTDOWN -> "stopping";
            case PENDING_ERROR, ERROR, NOT_RUNNING -> "stopped; see the log for the reason";
        };
    }
}
