package dev.hapax.app.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.app.Typed;
import dev.hapax.operations.replay.Bound;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is typed after {@code hapax replay}, before any broker is asked. */
class ReplayWordsTest {

    private static final Instant NOW = Instant.parse("2026-11-16T08:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "2026-05-05T16:00:00Z,2026-05-05T16:00:00Z",
        "2026-05-05T16:00:00.5Z,2026-05-05T16:00:00.500Z",
        "2026-05-05T16:00,2026-05-05T16:00:00Z",
        "2026-05-05 16:00:01,2026-05-05T16:00:01Z",
        "2026-05-05T16:00:00+02:00,2026-05-05T14:00:00Z",
        "2026-05-05,2026-05-05T00:00:00Z",
        "2h,2026-11-16T06:00:00Z",
    })
    void shouldReadTimesAsPeopleWriteThem(String text, Instant time) {
        StartOptions options = new StartOptions();
        options.fromDatetime = text;

        assertThat(options.range(NOW).from()).isEqualTo(new Bound.Time(time));
    }

    @Test
    void shouldReadOffsetsOfOneOrAllPartitions() {
        StartOptions options = new StartOptions();
        options.fromOffset = "0:5,2:7";
        options.toOffset = "9";

        assertThat(options.range(NOW).from()).isEqualTo(new Bound.Offsets(Map.of(0, 5L, 2, 7L), null));
        assertThat(options.range(NOW).to()).isEqualTo(new Bound.Offsets(Map.of(), 9L));
    }

    @ParameterizedTest
    @CsvSource({"PT1H,2026-11-16T07:00:00Z", "1h,2026-11-16T07:00:00Z", "30m,2026-11-16T07:30:00Z"})
    void shouldBeginSoLongAgo(String text, Instant time) {
        StartOptions options = new StartOptions();
        options.byDuration = text;

        assertThat(options.range(NOW).from()).isEqualTo(new Bound.Time(time));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--from-datetime yesterday | --from-datetime: 'yesterday' is not a time: must be such as",
                "--from-datetime 2026-13-01T00:00:00Z | --from-datetime: '2026-13-01T00:00:00Z' is not a time",
                "--from-offset x | --from-offset: 'x' must be an offset",
                "--by-duration soon | --by-duration: 'soon' must be a duration such as",
                "--shift-by 5 | --shift-by: 5 must be negative",
                "--to-earliest --from-offset 3 | More than one start",
                "--execute | The start is missing",
                "--to-earliest --to-offset 3 --to-datetime 2026-05-05 | More than one end",
                "--to-earliest --rate fast | --rate: 'fast' must be messages a second",
                "--to-earliest --where subject=x | --where: 'subject=x' is no condition",
                "--to-earliest --shadow | --rules FILE",
                "--to-earliest --rules r.yaml | Add --shadow",
                "--to-earliest --shadow --rules r.yaml --execute | Remove --execute",
            })
    void shouldSayWhatIsWrongWithTheWords(String words, String complaint) {
        Typed refused = replay("-c x.yaml --topic t " + words);

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err()).startsWith("hapax: ").contains(complaint);
    }

    @Test
    void shouldAskForTheTopic() {
        Typed refused = replay("-c x.yaml --to-earliest");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("--topic");
    }

    @Test
    void shouldShowTheUsageWhenNothingIsSaid() {
        Typed refused = Typed.hapax("replay");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("Usage: hapax replay", "list", "resume");
    }

    @Test
    void shouldNotAskTheCommandsBelowForATopic() {
        Typed refused = replay("status r64");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("--config").doesNotContain("--topic");
    }

    private static Typed replay(String words) {
        return Typed.hapax(
                Stream.concat(Stream.of("replay"), Stream.of(words.split(" "))).toArray(String[]::new));
    }
}
