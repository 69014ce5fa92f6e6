package dev.hapax.topology;

import dev.hapax.meters.Meters;
import dev.hapax.meters.OutcomeLabel;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns of a source most of whose messages are duplicates: by the share of a minute, not by a few, and not again for ten
 * minutes. One for all tasks of an instance, safe for their threads.
 */
final class DuplicateRateWarning {

    private static final Logger LOG = LoggerFactory.getLogger(DuplicateRateWarning.class);
    private static final long WINDOW = 60_000;
    private static final long SILENCE = 600_000;
    private static final long LEAST = 1_000;
    private static final double SHARE = 0.5;

    private final Meters meters;
    private final Map<String, Long> warned = new HashMap<>();
    private Map<String, Map<OutcomeLabel, Long>> before = Map.of();
    private long begin = Long.MIN_VALUE;
    private volatile long next = Long.MIN_VALUE;

    DuplicateRateWarning(Meters meters) {
        this.meters = meters;
    }

    /** To be called with every duplicate; looks at the counts once a minute. */
    void look(long now) {
        if (now >= next) {
            judge(now);
        }
    }

    private synchronized void judge(long now) {
        if (now < next) {
            return;
        }
        Map<String, Map<OutcomeLabel, Long>> counted = meters.tally().messages();
        // When the last look is long ago, duplicates have been rare since.
        if (begin != Long.MIN_VALUE && now - begin < 2 * WINDOW) {
            counted.forEach((source, outcomes) -> judge(source, outcomes, now));
        }
        before = counted;
        begin = now;
        next = now + WINDOW;
    }

    private void judge(String source, Map<OutcomeLabel, Long> counted, long now) {
        Map<OutcomeLabel, Long> then = before.getOrDefault(source, Map.of());
        long messages = 0;
        for (Map.Entry<OutcomeLabel, Long> entry : counted.entrySet()) {
            messages += entry.getValue() - then.getOrDefault(entry.getKey(), 0L);
        }
        long duplicates =
                counted.getOrDefault(OutcomeLabel.DUPLICATE, 0L) - then.getOrDefault(OutcomeLabel.DUPLICATE, 0L);
        Long last = warned.get(source);
        if (messages >= LEAST && duplicates > SHARE * messages && (last == null || now - last >= SILENCE)) {
            warned.put(source, now);
            LOG.atWarn()
                    .addKeyValue("source", source)
                    .addKeyValue("messages", messages)
                    .addKeyValue("duplicates", duplicates)
                    .log(
                            "{} % of the last {} messages of source {} were duplicates. Nothing is lost by it; but look"
                                    + " whether a producer sends everything twice (retries without idempotence, two"
                                    + " copies of it running), or whether the source's identity is too coarse:"
                                    + " hapax key why IDENTITY tells what one was taken for",
                            100 * duplicates / messages, messages, source);
        }
    }
}
