package dev.hapax.bench.lab;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The messages of an input, some of which repeat an earlier one. The same seed gives the same messages. */
final class Generator {

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
