package dev.hapax.intake;

import static dev.hapax.intake.GivenSource.bytes;
import static dev.hapax.intake.GivenSource.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.config.IdentitySettings;
import dev.hapax.config.LimitSettings;
import dev.hapax.domain.Message;
import dev.hapax.domain.Reason;
import dev.hapax.domain.Refusal;
import dev.hapax.domain.RefusedException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The event time in a field: what is a time, what is not, and that both ways to read it agree. */
class EventTimeFieldTest {

    private final GivenSource source = GivenSource.json("/id").withEventTime("/created");

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "2026-05-04T12:00:00Z"            | 2026-05-04T12:00:00Z
            "2026-05-04T12:00:00.123456789Z"  | 2026-05-04T12:00:00.123Z
            "2026-05-04T14:00:00+02:00"       | 2026-05-04T12:00:00Z
            "2026-05-04T12:00Z"               | 2026-05-04T12:00:00Z
            "1970-01-01T00:00:00Z"            | 1970-01-01T00:00:00Z
            1777896000000                     | 2026-05-04T12:00:00Z
            1.777896e12                       | 2026-05-04T12:00:00Z
            "1777896000000"                   | 2026-05-04T12:00:00Z
            100000000000                      | 1973-03-03T09:46:40Z
            """)
    void shouldReadATime(String written, Instant time) throws RefusedException {
        Message message = message("{\"id\":1,\"created\":" + written + "}");

        assertThat(source.arrives(message).message().timestamp()).isEqualTo(time.toEpochMilli());
        assertThat(source.reader().eventTime(message)).isEqualTo(time.toEpochMilli());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            null                            | is null; required is a time
            true                            | is true or false; required is a time
            [1]                             | is a list; required is a time
            ""                              | is ''; required is a time with an offset
            "2026-05-04T12:00:00"           | is '2026-05-04T12:00:00'; required is a time with an offset
            "2026-05-04"                    | is '2026-05-04'; required is a time with an offset
            "Mon, 4 May 2026 12:00:00 GMT"  | is 'Mon, 4 May 2026 12:00:00 GMT'; required is a time with an offset
            "+999999999-01-01T00:00:00Z"    | required is a time with an offset
            "99999999999999999999"          | required is a time with an offset
            1777896000                      | is 1777896000, which looks like seconds
            "1777896000"                    | is '1777896000', which looks like seconds
            -1                              | is -1, which looks like seconds
            -1e9999                         | looks like seconds
            1777896000000.5                 | required is a whole number of milliseconds
            1e9999                          | required is a whole number of milliseconds
            1e-9999                         | required is a whole number of milliseconds
            "1969-12-31T23:59:59.999Z"      | which is before 1970
            """)
    void shouldRefuseWhatIsNoTime(String written, String explanation) {
        Message message = message("{\"id\":1,\"created\":" + written + "}");

        Refusal refusal = source.refuses(message);

        assertThat(refusal.reason()).isEqualTo(Reason.INVALID);
        assertThat(refusal.explanation())
                .startsWith("event-time: field /created ")
                .contains(explanation);
        assertThat(refusal.identity()).isEqualTo("1");
        assertThatThrownBy(() -> source.reader().eventTime(message)).hasMessage(refusal.explanation());
    }

    @Test
    void shouldCutALongValueInTheExplanation() {
        Refusal refusal = source.refuses("{\"id\":1,\"created\":\"" + "x".repeat(100_000) + "\"}");

        assertThat(refusal.explanation()).hasSizeLessThan(250).contains("x".repeat(40) + "…");
    }

    @ParameterizedTest
    @ValueSource(strings = {"created", "/created"})
    void shouldRefuseATombstoneUnlessAHeaderHasTheTime(String field) {
        GivenSource inContent =
                GivenSource.json(new IdentitySettings.Header("id")).withEventTime(field);
        GivenSource inHeader =
                GivenSource.json(new IdentitySettings.Header("id")).withEventTime("header:created");
        Message tombstone = message((byte[]) null, "id", "7", "created", "2026-05-04T12:00:00Z");

        assertThat(inContent.refuses(tombstone).explanation()).contains("is missing");
        assertThat(inHeader.arrives(tombstone).message().timestamp())
                .isEqualTo(Instant.parse("2026-05-04T12:00:00Z").toEpochMilli());
    }

    @Test
    void shouldNotParseATooLargeMessageForItsTime() {
        LimitSettings limits = GivenSource.LIMITS;
        Message message = message(bytes("{\"created\":1777896000000}" + " ".repeat(limits.maxMessageBytes())));

        assertThatThrownBy(() -> source.reader().eventTime(message))
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.reason()).isEqualTo(Reason.TOO_LARGE));
    }

    @Test
    void shouldKeepTheTimeOfTheRecordWithoutTheSetting() throws RefusedException {
        GivenSource plain = GivenSource.json("/id");
        Message message = message("{\"id\":1,\"created\":1777896000000}");

        assertThat(plain.arrives(message).message()).isSameAs(message);
        assertThat(plain.reader().eventTime(message)).isEqualTo(message.timestamp());
    }
}
