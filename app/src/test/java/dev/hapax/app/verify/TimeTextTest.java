package dev.hapax.app.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.app.Typed;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimeTextTest {

    private static final Instant NOON = Instant.parse("2026-05-04T12:00:00Z");

    @Test
    void shouldTakeATimeWithItsZoneOrInUtc() {
        assertThat(TimeText.parse("--from", "2026-05-04T12:00:00Z")).isEqualTo(NOON);
        assertThat(TimeText.parse("--from", "2026-05-04T14:00:00+02:00")).isEqualTo(NOON);
        assertThat(TimeText.parse("--from", "2026-05-04T12:00:00")).isEqualTo(NOON);
        assertThat(TimeText.parse("--from", "2026-05-04T12:00")).isEqualTo(NOON);
        assertThat(TimeText.parse("--from", "2026-05-04")).isEqualTo(Instant.parse("2026-05-04T00:00:00Z"));
    }

    @Test
    void shouldSayHowATimeIsWritten() {
        assertThatThrownBy(() -> TimeText.parse("--to", "yesterday"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--to: 'yesterday'")
                .hasMessageContaining("2026-05-04T12:00:00Z");
    }

    @Test
    void shouldRefuseAnEndBeforeTheBeginning() {
        Typed refused =
                Typed.hapax("verify", "-c", "none.yaml", "--from", "2026-05-05", "--to", "2026-05-04T12:00:00Z");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("--from 2026-05-05T00:00:00Z must be before --to");
    }
}
