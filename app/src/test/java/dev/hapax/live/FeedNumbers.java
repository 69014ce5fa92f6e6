package dev.hapax.live;

import static dev.hapax.live.FeedIT.GROUP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How the group is, as either instance tells it. */
abstract class FeedNumbers {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    void shouldShowTheNumbersOfBothInstancesOnEither() throws Exception {
        GROUP.alert("counted-0");
        GROUP.alert("counted-0");
        for (int i = 1; i < 10; i++) {
            GROUP.alert("counted-" + i);
        }

        for (int instance = 0; instance < 2; instance++) {
            int asked = instance;
            await().atMost(PATIENCE).untilAsserted(() -> {
                JsonNode stats = GROUP.get(asked, "/api/stats");
                assertThat(stats.path("instances").asInt()).isEqualTo(2);
                assertThat(stats.path("missing")).isEmpty();
                assertThat(stats.path("totals").path("read").asInt()).isEqualTo(GROUP.sent());
                assertThat(stats.path("totals").path("duplicates").asInt()).isEqualTo(1);
            });
        }
        long one = GROUP.get(0, "/api/stats?scope=instance")
                .path("totals")
                .path("read")
                .asLong();
        long two = GROUP.get(1, "/api/stats?scope=instance")
                .path("totals")
                .path("read")
                .asLong();
        assertThat(one).isPositive();
        assertThat(two).isPositive();
        assertThat(one + two).isEqualTo(GROUP.sent());
    }

    @Test
    void shouldShowWhatEachInstanceSaysOfItselfOnEither() throws Exception {
        for (int asked = 0; asked < 2; asked++) {
            JsonNode status = GROUP.get(asked, "/api/status");
            assertThat(status.path("instances")).hasSize(2).allSatisfy(instance -> {
                assertThat(instance.path("state").asText()).isEqualTo("RUNNING");
                assertThat(instance.path("version")).isEqualTo(status.path("version"));
                assertThat(instance.path("threads")).isNotEmpty();
                assertThat(instance.path("restore").path("running").isBoolean()).isTrue();
            });
            assertThat(status.at("/instances/0/threads")).isNotEqualTo(status.at("/instances/1/threads"));
        }
    }
}
