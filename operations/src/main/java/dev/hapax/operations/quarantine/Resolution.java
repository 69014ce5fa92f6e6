package dev.hapax.operations.quarantine;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which failures of a case its operators have dealt with. A failure that is not among them opens the case again.
 *
 * @param attempt of the failure that was dealt with last
 * @param failures oldest first; empty in a file of the first release, which knew only the attempt
 * @param replay where its message was last given again; null for a file of the first release, or when it never was
 * @param at when an operator last dealt with it; null where the history no longer shows it
 */
public record Resolution(
        int attempt,
        List<Failure.Key> failures,
        @Nullable SentReplay replay,
        @Nullable Instant at) {

    public static final Resolution NONE = new Resolution(0, List.of(), null, null);

    /** The operator's clock and the broker's may differ by so much. */
    private static final Duration SKEW = Duration.ofMinutes(5);

    /** As many as there are changes in a history. */
    private static final int MOST_FAILURES = 100;

    /**
     * A record of the replays topic.
     *
     * @param outcome what became of it; null while that is not known
     */
    public record SentReplay(
            int partition,
            long offset,
            int generation,
            @Nullable String outcome) {}

    public Resolution {
        failures = List.copyOf(failures);
    }

    boolean covers(Failure failure) {
        if (!failures.isEmpty()) {
            return failures.contains(failure.key());
        }
        // The first release wrote no more than the attempt. What was quarantined long after is another failure.
        return failure.attempt() <= attempt && (at == null || !failure.at().isAfter(at.plus(SKEW)));
    }

    Resolution plus(Failure failure, Instant now) {
        List<Failure.Key> all = new ArrayList<>(failures);
        all.remove(failure.key());
        all.add(failure.key());
        return new Resolution(
                failure.attempt(), all.subList(Math.max(0, all.size() - MOST_FAILURES), all.size()), null, now);
    }

    Resolution sent(SentReplay where) {
        return new Resolution(attempt, failures, where, at);
    }

    /** Without the last one, whose replay nobody has read. */
    Resolution withoutLast() {
        return new Resolution(0, failures.subList(0, Math.max(0, failures.size() - 1)), null, null);
    }
}
