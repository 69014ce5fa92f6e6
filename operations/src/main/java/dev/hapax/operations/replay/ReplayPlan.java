package dev.hapax.operations.replay;

import java.time.Instant;
import java.util.List;

/**
 * What a replay was asked to do, as its operator asked for it. It never changes.
 *
 * @param generation the number its messages act under; no other replay has it
 * @param where the filter; empty for everything
 * @param rate messages a second at most; 0 for no limit
 * @param silent whether its decisions raise no alerts
 * @param reason why, in the operator's words; may be empty
 */
public record ReplayPlan(
        String topic,
        int generation,
        List<String> where,
        int rate,
        boolean silent,
        String actor,
        Instant startedAt,
        String reason) {

    public ReplayPlan {
        where = List.copyOf(where);
    }

    public String id() {
        return id(generation);
    }

    static String id(int generation) {
        return "r" + generation;
    }
}
