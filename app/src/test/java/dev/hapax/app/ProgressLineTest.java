package dev.hapax.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class ProgressLineTest {

    @Test
    void shouldShowShareRateAndTimeLeft() {
        assertThat(ProgressLine.text("reading", 500, 2_000, 100))
                .isEqualTo("reading [#####...............] 25 %  100/s  15 s left");
        assertThat(ProgressLine.text("reading", 0, 1_000_000, 100)).endsWith("2 h 46 min left");
    }

    @Test
    void shouldCountWhereTheEndIsNotKnown() {
        assertThat(ProgressLine.text("bringing in", 1_234, 0, 10)).isEqualTo("bringing in 1,234  10/s");
    }

    @Test
    void shouldSayNothingOfWhatIsQuick() {
        StringWriter err = new StringWriter();
        Clock still = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

        try (ProgressLine line = new ProgressLine(new PrintWriter(err, true), still)) {
            line.at("reading", 1, 2);
            line.at("reading", 2, 2);
        }

        assertThat(err.toString()).isEmpty();
    }
}
