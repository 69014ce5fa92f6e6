package dev.hapax.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Durations, sizes and near misses. */
class TextFormsTest {

    @ParameterizedTest
    @CsvSource({
        "500ms, PT0.5S, 500ms", "10s, PT10S, 10s", "90s, PT90S, 90s", "5m, PT5M, 5m", "24h, PT24H, 24h",
                "1d, PT24H, 24h",
        "48h, PT48H, 2d", "7d, PT168H, 7d", "PT1.5S, PT1.5S, 1500ms", "P2D, PT48H, 2d", "0s, PT0S, 0s",
                "10 s, PT10S, 10s",
        "-5s, PT-5S, -5s", "36h, PT36H, 36h"
    })
    void shouldReadAndWriteDurations(String text, Duration duration, String written) {
        assertThat(DurationText.parse(text)).isEqualTo(duration);
        assertThat(DurationText.format(duration)).isEqualTo(written);
        assertThat(DurationText.parse(written)).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "10",
                "s",
                "10 seconds",
                "1.5h",
                "10S",
                "1h30m",
                "999999999999999d",
                "9999999999999999s",
                "PT",
                "PT0.0001S",
                "36501d",
                "-36501d",
                "P99999999999D",
                "１0s"
            })
    void shouldRefuseWhatIsNoDuration(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> DurationText.parse(text));
    }

    @ParameterizedTest
    @CsvSource({
        "512B, 512, 512B",
        "64KiB, 65536, 64KiB",
        "1MiB, 1048576, 1MiB",
        "2GiB, 2147483648, 2GiB",
        "1024KiB, 1048576, 1MiB",
        "0B, 0, 0B",
        "1025B, 1025, 1025B",
        "2048GiB, 2199023255552, 2048GiB"
    })
    void shouldReadAndWriteSizes(String text, long bytes, String written) {
        assertThat(SizeText.parse(text)).isEqualTo(bytes);
        assertThat(SizeText.format(bytes)).isEqualTo(written);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "1MB", "1mib", "-1B", "1.5MiB", "999999999999999GiB"})
    void shouldRefuseWhatIsNoSize(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> SizeText.parse(text));
    }
}
