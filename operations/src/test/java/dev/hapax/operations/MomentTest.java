package dev.hapax.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MomentTest {

    private static final Instant NOW = Instant.parse("2026-05-05T17:00:00Z");

    @Test
    void shouldReadTheTimesPeopleWrite() {
        assertThat(parse("2026-05-05T16:53:20Z")).isEqualTo("2026-05-05T16:53:20Z");
        assertThat(parse("2026-05-05T16:53:20+02:00")).isEqualTo("2026-05-05T14:53:20Z");
        assertThat(parse("2026-05-05T16:53")).isEqualTo("2026-05-05T16:53:00Z");
        assertThat(parse("2026-05-05")).isEqualTo("2026-05-05T00:00:00Z");
        assertThat(parse("2h")).isEqualTo("2026-05-05T15:00:00Z");
        assertThat(parse("PT30M")).isEqualTo("2026-05-05T16:30:00Z");
        assertThat(parse("now")).isEqualTo(NOW);
    }

    @Test
    void shouldNameTheOptionTheTextAndTheRemedy() {
        assertThatThrownBy(() -> parse("-2h")).hasMessageContaining("'-2h'");
        assertThatThrownBy(() -> parse("yesterday"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--since")
                .hasMessageContaining("'yesterday'")
                .hasMessageContaining("2h");
    }

    private static Instant parse(String text) {
        return Moment.parse("--since", text, NOW);
    }

    @Test
    void shouldRefuseTimesThatDoNotFitIntoMilliseconds() {
        for (String text : List.of(
                "-999999999-01-01T00:00:00Z", "+999999999-12-31T23:59:59Z", "P106751991167300D", "99999999999d")) {
            assertThatThrownBy(() -> Moment.parse("timestamp", text, Instant.EPOCH))
                    .as(text)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("timestamp");
        }
    }
}
