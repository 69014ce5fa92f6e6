package dev.hapax.chaos.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TrafficTest {

    @Test
    void shouldSendTheSameForTheSameSeed() {
        assertThat(items(7)).isEqualTo(items(7));
        assertThat(items(7)).isNotEqualTo(items(8));
    }

    @Test
    void shouldHaveCopiesContradictionsAndPoison() {
        Map<String, String> first = new HashMap<>();
        int copies = 0;
        int contradictions = 0;
        int poison = 0;

        for (Load.Traffic.Item item : items(7)) {
            if (item.key().startsWith("poison")) {
                poison++;
                continue;
            }
            String before = first.putIfAbsent(item.key(), item.value());
            if (before != null && before.equals(item.value())) {
                copies++;
            } else if (before != null) {
                contradictions++;
            }
        }

        assertThat(copies).isBetween(1_500, 2_500);
        assertThat(contradictions).isBetween(50, 200);
        assertThat(poison).isBetween(100, 300);
    }

    private static List<Load.Traffic.Item> items(long seed) {
        Load.Traffic traffic = new Load.Traffic(seed);
        return Stream.generate(traffic::next).limit(10_000).toList();
    }
}
