package dev.hapax.admin.status;

import dev.hapax.admin.Background;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.streams.KafkaStreams.State;

/** Whether an instance lives, and whether it does its work. */
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

    /** Whether every task of the instance is at work, and all that runs beside them. */
    public boolean ready() {
        return state() == State.RUNNING
                && restoring.stores().isEmpty()
                && background.dead().isEmpty();
    }

    /** Why it is not ready. */
    String why() {
        List<RestoreProgress.Restored> stores = restoring.stores();
        if (!stores.isEmpty()) {
            long restored = stores.stream()
                    .mapToLong(RestoreProgress.Restored::restored)
                    .sum();
            long total =
                    stores.stream().mapToLong(RestoreProgress.Restored::total).sum();
            return "restoring " + stores.size() + " partitions of its stores: " + restored + " of about " + total
                    + " records are back";
        }
        List<String> dead = background.dead();
        if (state() == State.RUNNING && !dead.isEmpty()) {
            return String.join("; ", dead) + ". Messages are processed all the same. Restart this instance; its log"
                    + " has the stack trace.";
        }
        return switch (state()) {
            case CREATED -> "it is starting";
            case REBALANCING -> "tasks are being handed out";
            case RUNNING -> "it is ready";
            case PENDING_SHUTDOWN -> "it is stopping";
            case PENDING_ERROR, ERROR, NOT_RUNNING -> "it has stopped; its log says why";
        };
    }
}
