package dev.hapax.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is told of a topic is told once. */
class OneNamePerTopicTest {

    @Test
    void shouldLeaveOutTheNameWithUnderscoresWhereTheTopicHasDots() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        registry.config()
                .meterFilter(new Measurements.OneNamePerTopic(List.of("hapax.messages", "old_mail", "old.mail")));

        for (String topic : List.of("hapax.messages", "hapax_messages", "old.mail", "old_mail", "of_others")) {
            registry.counter("kafka.lag", "topic", topic).increment();
        }
        registry.counter("kafka.commits").increment();

        assertThat(registry.getMeters())
                .extracting(meter -> meter.getId().getTag("topic"))
                .containsExactlyInAnyOrder("hapax.messages", "old.mail", "old_mail", "of_others", null);
    }
}
