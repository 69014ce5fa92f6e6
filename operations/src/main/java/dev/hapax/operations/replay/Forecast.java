package dev.hapax.operations.replay;

import dev.hapax.operations.Range;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a replay would do.
 *
 * @param source the source it would be read by
 * @param counts what would become of the messages: given again, skipped, unreadable
 * @param duplicates how many would be held back, since another of the stretch is the same
 * @param conflicts how many would be quarantined, since another of the stretch has the same identity and other content
 * @param untold of how many that can't be told, since the stretch has too many identities to remember
 * @param decisions what would become of the others, most frequent first
 * @param classifier by whose rules
 * @param identities what the guard remembers today of the identities of the stretch
 */
public record Forecast(
        Stretch stretch,
        String source,
        List<Part> parts,
        ReplayCounts counts,
        long duplicates,
        long conflicts,
        long untold,
        List<Tally> decisions,
        String classifier,
        Map<GuardLookup, Long> identities) {

    public Forecast {
        parts = List.copyOf(parts);
        decisions = List.copyOf(decisions);
        identities = Map.copyOf(identities);
    }

    /** One partition: how many messages, and of which time. */
    public record Part(
            int partition,
            Range range,
            long messages,
            @Nullable Instant oldest,
            @Nullable Instant newest) {}

    /**
     * How many would be decided so.
     *
     * @param label or the reason for which they would be quarantined
     */
    public record Tally(String label, boolean important, boolean quarantined, long messages) {}

    /** Of those given again, how many would act. */
    public long acting() {
        return decisions.stream()
                .filter(tally -> !tally.quarantined())
                .mapToLong(Tally::messages)
                .sum();
    }

    /** How many alerts would fire again, unless they are suppressed. */
    public long alerts() {
        return decisions.stream()
                .filter(tally -> tally.important() && !tally.quarantined())
                .mapToLong(Tally::messages)
                .sum();
    }

    /** How many would be quarantined again, conflicts within the stretch aside. */
    public long quarantined() {
        return decisions.stream()
                .filter(Tally::quarantined)
                .mapToLong(Tally::messages)
                .sum();
    }

    public long messages() {
        return parts.stream().mapToLong(Part::messages).sum();
    }
}
