package dev.hapax.topology;

import static dev.hapax.topology.HapaxFixture.NOW;
import static dev.hapax.topology.HapaxFixture.header;
import static dev.hapax.topology.HapaxFixture.last;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Header;
import dev.hapax.domain.Reason;
import dev.hapax.wire.HeaderNames;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages given again by an operator. */
class ReplayTest {

    private static final String VALUE = "{\"id\":\"1\",\"subject\":\"Payment failed\"}";
    private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    private static final Coordinates AT = new Coordinates("hooks", 3, 41);

    @TempDir
    private Path folder;

    private HapaxFixture hapax;

    @BeforeEach
    void start() {
        hapax = new HapaxFixture(folder, """
                sources:
                  - { topic: hooks, identity: { field: /id } }
                  - { topic: payments, keyed-by-identity: true, identity: { field: /id } }
                quarantine: { max-attempts: 3 }
                """);
    }

    @AfterEach
    void stop() {
        hapax.close();
    }

    @Test
    void shouldAdmitOnceMoreOnceForEachGeneration() {
        hapax.sends("hooks", "k", VALUE);

        replay("hooks", VALUE, NOW, 1, 0);
        replay("hooks", VALUE, NOW, 1, 0);
        replay("hooks", VALUE, NOW, 2, 0);
        hapax.sends("hooks", "k", VALUE);

        assertThat(hapax.decisions())
                .extracting(decision -> decision.decision().generation())
                .containsExactly(0, 1, 2);
        assertThat(hapax.decisions()).extracting(Published::keyText).containsOnly("1");
        assertThat(hapax.alerts()).hasSize(3);
        assertThat(hapax.duplicates())
                .extracting(note -> note.json("/kind"))
                .containsExactly("redelivery", "duplicate");
        assertThat(hapax.duplicates())
                .extracting(note -> note.json("/generation"))
                .containsExactly("1", "0");
    }

    @Test
    void shouldRaiseNoAlertWhenTheReplayIsSilent() {
        List<Header> silent = new ArrayList<>(List.of(headers("hooks", "k", 1, 0)));
        silent.add(header(HeaderNames.SUPPRESS_ALERTS, "1"));

        hapax.sends("hapax.replays", "1", VALUE, NOW, silent.toArray(new Header[0]));
        replay("hooks", VALUE, NOW, 2, 0);

        assertThat(hapax.decisions())
                .extracting(decision -> decision.decision().generation())
                .containsExactly(1, 2);
        assertThat(hapax.alerts())
                .extracting(alert -> alert.decision().generation())
                .containsExactly(2);
    }

    @Test
    void shouldDecideAsOfTheOriginal() {
        replay("hooks", VALUE, NOW.minus(Duration.ofDays(90)), 1, 0, header("traceparent", TRACE), header("a", null));

        Published decision = last(hapax.decisions());
        assertThat(decision.decision().at()).isEqualTo(AT);
        assertThat(decision.decision().source()).isEqualTo("hooks");
        assertThat(decision.time()).isEqualTo(NOW.minus(Duration.ofDays(90)));
        assertThat(decision.header(HeaderNames.GENERATION)).isEqualTo("1");
        assertThat(decision.header(HeaderNames.SOURCE_PARTITION)).isEqualTo("3");
        assertThat(decision.header(HeaderNames.SOURCE_OFFSET)).isEqualTo("41");
        assertThat(decision.header("traceparent")).isEqualTo(TRACE);
        assertThat(decision.headerNames())
                .contains("a")
                .doesNotContain(HeaderNames.ATTEMPTS, HeaderNames.ORIGINAL_HEADERS, HeaderNames.SOURCE_KEY);
    }

    @Test
    void shouldAdmitTheReplayOfWhatIsTooLateToComeByItself() {
        hapax.sends("hooks", null, "{\"id\":\"0\"}");
        hapax.sends("hooks", null, VALUE, NOW.minus(Duration.ofDays(2)));
        assertThat(last(hapax.quarantine()).reason()).isEqualTo(Reason.LATE);

        replay("hooks", VALUE, NOW.minus(Duration.ofDays(2)), 1, 1);
        replay("hooks", VALUE, NOW.minus(Duration.ofDays(2)), 1, 1);

        assertThat(last(hapax.decisions()).keyText()).isEqualTo("1");
        assertThat(hapax.decisions()).hasSize(2);
        assertThat(hapax.duplicates()).hasSize(1);
    }

    @Test
    void shouldQuarantineOtherContentUnderOneIdentityOfAGeneration() {
        replay("hooks", VALUE, NOW, 1, 0);
        replay("hooks", "{\"id\":\"1\",\"subject\":\"edited\"}", NOW, 1, 0);
        replay("hooks", "{\"id\":\"1\",\"subject\":\"edited\"}", NOW, 2, 0);

        assertThat(hapax.quarantine()).extracting(Published::reason).containsExactly(Reason.CONFLICT);
        assertThat(hapax.decisions())
                .extracting(decision -> decision.decision().generation())
                .containsExactly(1, 2);
    }

    @Test
    void shouldReadTheKeyOfTheOriginalAndNotThatOfTheReplay() {
        replay("payments", VALUE, NOW, 1, 0);
        assertThat(last(hapax.quarantine()).reason()).isEqualTo(Reason.INVALID);
        assertThat(last(hapax.quarantine()).keyText()).isEqualTo("k");

        hapax.sends("hapax.replays", "1", VALUE, headers("payments", "1", 2, 0));
        assertThat(last(hapax.decisions()).decision().source()).isEqualTo("payments");
    }

    @Test
    void shouldRefuseAReplayThatCameToAnotherPartitionThanItsIdentity() {
        hapax.sends("hapax.replays", "2", VALUE, headers("hooks", "k", 1, 0));
        hapax.sends("hapax.replays", null, VALUE, headers("hooks", "k", 1, 0));

        assertThat(hapax.quarantine()).extracting(Published::reason).containsOnly(Reason.INVALID);
        assertThat(hapax.quarantine()).extracting(Published::identity).containsExactly("1", "1");
        assertThat(last(hapax.quarantine()).explanation()).contains("keyed by its identity, '1'", "null");
        assertThat(last(hapax.quarantine()).keyText()).isEqualTo("k");
        assertThat(hapax.decisions()).isEmpty();
    }

    @Test
    void shouldCountAttemptsAndGiveUpAfterTheLast() {
        for (int attempts = 1; attempts <= 3; attempts++) {
            replay("hooks", "no JSON", NOW, attempts, attempts, header("original", "kept"));
        }

        assertThat(hapax.quarantine())
                .extracting(Published::reason)
                .containsExactly(Reason.UNREADABLE, Reason.UNREADABLE, Reason.RETRIES_EXHAUSTED);
        assertThat(hapax.quarantine())
                .extracting(held -> held.header(HeaderNames.ATTEMPTS))
                .containsExactly("2", "3", "4");
        Published last = last(hapax.quarantine());
        assertThat(last.header(HeaderNames.GENERATION)).isEqualTo("3");
        assertThat(last.explanation()).contains("failed 4 times", "UNREADABLE", "not JSON");
        // Ready to be given again: as the original was, not as the replay was.
        assertThat(last.keyText()).isEqualTo("k");
        assertThat(last.valueText()).isEqualTo("no JSON");
        assertThat(last.headers().get(0).name()).isEqualTo("original");
        assertThat(last.header(HeaderNames.ORIGINAL_HEADERS)).isEqualTo("1");
        assertThat(last.headerNames()).containsOnlyOnce(HeaderNames.ATTEMPTS, HeaderNames.GENERATION);
        assertThat(last.header(HeaderNames.ERROR_TOPIC)).isEqualTo("hooks");
        assertThat(last.header(HeaderNames.ERROR_PARTITION)).isEqualTo("3");
        assertThat(last.header(HeaderNames.ERROR_OFFSET)).isEqualTo("41");
        assertThat(last.header(HeaderNames.TIMESTAMP)).isEqualTo(Long.toString(NOW.toEpochMilli()));
    }

    @Test
    void shouldRefuseAReplayFromTheFutureAsTheOriginalWas() {
        replay("hooks", VALUE, NOW.plus(Duration.ofDays(1)), 1, 1, header("original", "kept"));

        Published held = last(hapax.quarantine());
        assertThat(held.reason()).isEqualTo(Reason.IN_THE_FUTURE);
        assertThat(held.header(HeaderNames.ORIGINAL_HEADERS)).isEqualTo("1");
        assertThat(held.header(HeaderNames.ATTEMPTS)).isEqualTo("2");
    }

    @Test
    void shouldQuarantineWhatIsNotAReplayAndGoOn() {
        List<Header> malformed = List.of(
                header(HeaderNames.GENERATION, null),
                header(HeaderNames.GENERATION, "0"),
                header(HeaderNames.GENERATION, "-1"),
                header(HeaderNames.GENERATION, "first"),
                header(HeaderNames.GENERATION, "99999999999"),
                header(HeaderNames.GENERATION, "99999999999999999999999"),
                header(HeaderNames.ATTEMPTS, null),
                header(HeaderNames.ATTEMPTS, "-1"),
                header(HeaderNames.ATTEMPTS, "2147483647"),
                header(HeaderNames.ORIGINAL_HEADERS, null),
                header(HeaderNames.ORIGINAL_HEADERS, "-1"),
                header(HeaderNames.ORIGINAL_HEADERS, "99"),
                header(HeaderNames.SOURCE, null),
                header(HeaderNames.SOURCE, "unheard-of"),
                header(HeaderNames.SOURCE_TOPIC, null),
                header(HeaderNames.SOURCE_PARTITION, null),
                header(HeaderNames.SOURCE_PARTITION, "-3"),
                header(HeaderNames.SOURCE_OFFSET, "-1"),
                header(HeaderNames.SOURCE_OFFSET, "1.5"));

        for (int i = 0; i < malformed.size(); i++) {
            Header bad = malformed.get(i);
            List<Header> headers = new ArrayList<>();
            for (Header header : headers("hooks", "k", 1 + i, 0)) {
                headers.add(header.name().equals(bad.name()) ? bad : header);
            }

            hapax.sends("hapax.replays", "1", VALUE, headers.toArray(new Header[0]));
            replay("hooks", VALUE, NOW, 1 + i, 0);

            String what = bad.name() + " " + (bad.value() == null ? null : new String(bad.value(), UTF_8));
            assertThat(hapax.quarantine()).as(what).hasSize(i + 1);
            Published held = last(hapax.quarantine());
            assertThat(held.reason()).as(what).isEqualTo(Reason.INVALID);
            assertThat(held.explanation()).containsAnyOf(bad.name(), "unheard-of", "no such place");
            assertThat(held.valueText()).isEqualTo(VALUE);
            assertThat(hapax.decisions()).as("the good one after " + what).hasSize(i + 1);
        }
    }

    @Test
    void shouldQuarantineABareRecordInTheReplaysTopic() {
        hapax.sends("hapax.replays", null, null);

        Published held = last(hapax.quarantine());
        assertThat(held.reason()).isEqualTo(Reason.INVALID);
        assertThat(held.explanation()).contains("not a replay", HeaderNames.GENERATION);
        assertThat(held.header(HeaderNames.ERROR_TOPIC)).isEqualTo("hapax.replays");
    }

    private void replay(String source, String value, Instant time, int generation, int attempts, Header... original) {
        hapax.sends("hapax.replays", "1", value, time, headers(source, "k", generation, attempts, original));
    }

    /** The original's headers, then what makes a record a replay. */
    private static Header[] headers(String source, String key, int generation, int attempts, Header... original) {
        List<Header> headers = new ArrayList<>(List.of(original));
        headers.add(header(HeaderNames.ORIGINAL_HEADERS, Integer.toString(original.length)));
        headers.add(header(HeaderNames.GENERATION, Integer.toString(generation)));
        headers.add(header(HeaderNames.ATTEMPTS, Integer.toString(attempts)));
        headers.add(header(HeaderNames.SOURCE, source));
        headers.add(header(HeaderNames.SOURCE_TOPIC, AT.topic()));
        headers.add(header(HeaderNames.SOURCE_PARTITION, Integer.toString(AT.partition())));
        headers.add(header(HeaderNames.SOURCE_OFFSET, Long.toString(AT.offset())));
        headers.add(new Header(HeaderNames.SOURCE_KEY, key.getBytes(UTF_8)));
        return headers.toArray(new Header[0]);
    }
}
