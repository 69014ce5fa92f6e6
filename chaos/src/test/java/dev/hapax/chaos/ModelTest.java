package dev.hapax.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.chaos.Model.Expected;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class ModelTest {

    private static final long NOW = 1_800_000_000_000L;

    private final Model model = new Model(NOW);

    @Test
    void shouldLetTheFirstOfAnIdentityActAndTellCopiesFromContradictions() {
        assertThat(next("a", "{\"n\":1}", NOW)).isEqualTo(Expected.DECIDED);
        assertThat(next("a", "{\"n\":1}", NOW)).isEqualTo(Expected.DUPLICATE);
        assertThat(next("a", "{\"n\":2}", NOW)).isEqualTo(Expected.CONFLICT);
        assertThat(next("b", "{\"n\":2}", NOW)).isEqualTo(Expected.DECIDED);
    }

    @Test
    void shouldNotRememberWhatNeverActed() {
        assertThat(next("a", "{broken", NOW)).isEqualTo(Expected.UNREADABLE);
        assertThat(next("a", "{\"n\":1}", NOW + Duration.ofDays(400).toMillis()))
                .isEqualTo(Expected.IN_THE_FUTURE);
        assertThat(next("a", "{\"n\":1}", NOW - Duration.ofDays(2).toMillis())).isEqualTo(Expected.LATE);
        assertThat(next("a", "{\"n\":2}", NOW)).isEqualTo(Expected.DECIDED);
    }

    private Expected next(String key, String value, long time) {
        return model.next(new ConsumerRecord<>(
                "in",
                0,
                0,
                time,
                TimestampType.CREATE_TIME,
                0,
                0,
                key.getBytes(StandardCharsets.UTF_8),
                value.getBytes(StandardCharsets.UTF_8),
                new RecordHeaders(),
                Optional.empty()));
    }
}
