package dev.hapax.bench.lab;

import java.time.Duration;

/**
 * How an input is made.
 *
 * @param duplicates the share that repeats an earlier message
 */
public record Recipe(long messages, double duplicates, GeneratedContent content) {

    /** Kafka Streams keeps segments of a minute at least: in less event time than this nothing would ever be evicted. */
    private static final long LEAST_SPAN_MILLIS = 300_000;

    /** Event time from one message to the next. */
    long stepMillis() {
        return Math.max(1, LEAST_SPAN_MILLIS / messages);
    }

    Duration span() {
        return during(messages);
    }

    /** The event time in which so many messages come. */
    public Duration during(long count) {
        return Duration.ofMillis(count * stepMillis());
    }

    /** How far back, in unique messages, a repetition may be: well within a tenth of the whole. */
    int reach() {
        return (int) Math.max(1, Math.min(20_000, messages / 40));
    }
}
