package dev.hapax.bench.lab;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * How an input is made.
 *
 * @param duplicates the share that repeats an earlier message
 */
public record Recipe(long messages, double duplicates, Content content) {

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

    /** What a message says, given its identity. */
    @FunctionalInterface
    public interface Content {

        byte[] of(String identity, SplittableRandom random);
    }

    /** The messages of an input, some of which repeat an earlier one. The same seed gives the same messages. */
    static final class Generator {

        private final Recipe recipe;
        private final String topic;
        private final long firstTime;
        private final SplittableRandom random = new SplittableRandom(1);
        private final byte[][] keys;
        private final byte[][] values;
        private long made;
        private long unique;

        Generator(Recipe recipe, String topic, long now) {
            this.recipe = recipe;
            this.topic = topic;
            this.firstTime = now - recipe.span().toMillis();
            this.keys = new byte[recipe.reach()][];
            this.values = new byte[recipe.reach()][];
        }

        ProducerRecord<byte[], byte[]> next() {
            long time = firstTime + made++ * recipe.stepMillis();
            if (unique > 0 && random.nextDouble() < recipe.duplicates()) {
                int earlier = (int) ((unique - 1 - random.nextLong(Math.min(unique, recipe.reach()))) % recipe.reach());
                return new ProducerRecord<>(topic, null, time, keys[earlier], values[earlier]);
            }
            int slot = (int) (unique++ % recipe.reach());
            String id = new UUID(random.nextLong(), random.nextLong()).toString();
            keys[slot] = id.getBytes(StandardCharsets.UTF_8);
            values[slot] = recipe.content().of(id, random);
            return new ProducerRecord<>(topic, null, time, keys[slot], values[slot]);
        }

        /** How many of those made so far were the first of their identity. */
        long unique() {
            return unique;
        }
    }
}
