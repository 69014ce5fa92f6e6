package dev.hapax.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

class GeneratorTest {

    private static final int MESSAGES = 10_000;
    private static final Recipe RECIPE = new Recipe(MESSAGES, 0.2, new JsonEvents());

    @Test
    void shouldRepeatOneOfFiveWellWithinATenthOfTheWhole() {
        Recipe.Generator generator = new Recipe.Generator(RECIPE, "events", 1_000_000_000);
        Map<String, Long> firstSeen = new HashMap<>();
        long furthest = 0;

        for (long i = 0; i < MESSAGES; i++) {
            String key = new String(generator.next().key(), StandardCharsets.UTF_8);
            Long first = firstSeen.putIfAbsent(key, i);
            furthest = first == null ? furthest : Math.max(furthest, i - first);
        }

        assertThat(generator.unique()).isEqualTo(firstSeen.size()).isBetween(7_800L, 8_200L);
        assertThat(furthest).isBetween(1L, MESSAGES / 20L);
    }

    @Test
    void shouldSpreadFewMessagesOverEnoughEventTimeForEviction() {
        Recipe.Generator generator = new Recipe.Generator(RECIPE, "events", 1_000_000_000);

        ProducerRecord<byte[], byte[]> first = generator.next();
        ProducerRecord<byte[], byte[]> second = generator.next();

        assertThat(first.timestamp()).isEqualTo(1_000_000_000 - 300_000);
        assertThat(second.timestamp() - first.timestamp()).isEqualTo(30);
        assertThat(new Recipe(5_000_000, 0, new JsonEvents()).stepMillis()).isEqualTo(1);
    }

    @Test
    void shouldMakeEventsOfAbout400Bytes() {
        Recipe.Generator generator = new Recipe.Generator(RECIPE, "events", 1_000_000_000);
        long bytes = 0;

        for (int i = 0; i < 1_000; i++) {
            bytes += generator.next().value().length;
        }

        assertThat(bytes / 1_000).isBetween(350L, 450L);
    }
}
