package dev.hapax.topology;

import static dev.hapax.topology.HapaxFixture.NOW;
import static dev.hapax.topology.HapaxFixture.header;
import static dev.hapax.topology.HapaxFixture.last;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Header;
import dev.hapax.domain.Reason;
import dev.hapax.wire.HeaderNames;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A case that was never admitted does not act beside a copy that did, whichever of the two comes first. */
class ReplayedCopyTest {

    private static final String VALUE = "{\"id\":\"1\",\"subject\":\"Payment failed\"}";
    private static final String OTHER = "{\"id\":\"1\",\"subject\":\"The newsletter\"}";
    private static final String CHECK = "0-63";
    private static final String ACCEPTED = "0-63,conflict-accepted";

    @TempDir
    private Path folder;

    private HapaxFixture hapax;

    @BeforeEach
    void start() {
        hapax = new HapaxFixture(folder, """
                sources:
                  - { topic: hooks, namespace: hooks, identity: { field: /id } }
                  - { topic: moods, namespace: moods, identity: { field: /id }, classifier: moody }
                  - { topic: quick, namespace: quick, identity: { field: /id }, ttl: 10m }
                """);
    }

    @AfterEach
    void stop() {
        hapax.close();
    }

    @Test
    void shouldNotActWhenALiveCopyHasActed() {
        hapax.sends("hooks", null, VALUE);

        replays(41, VALUE, NOW, 1, CHECK);

        assertThat(hapax.decisions()).hasSize(1);
        assertThat(last(hapax.duplicates()).json("/kind")).isEqualTo("duplicate");
        assertThat(last(hapax.duplicates()).json("/generation")).isEqualTo("1");
        assertThat(last(hapax.duplicates()).json("/at/offset")).isEqualTo("41");
        assertThat(last(hapax.duplicates()).json("/first/at/offset")).isEqualTo("0");
        assertThat(last(hapax.duplicates()).json("/first/label")).isEqualTo("billing-failure");
    }

    @Test
    void shouldHoldBackALiveCopyThatComesAfterTheReplay() {
        replays(41, VALUE, NOW, 1, CHECK);

        hapax.sends("hooks", null, VALUE);

        assertThat(hapax.decisions())
                .extracting(decision -> decision.decision().generation())
                .containsExactly(1);
        assertThat(last(hapax.duplicates()).json("/first/at/offset")).isEqualTo("41");
    }

    @Test
    void shouldActOnceWhenTwoCasesOfOneMessageHaveFailedDifferentlyOften() {
        replays(41, VALUE, NOW, 3, CHECK);
        replays(42, VALUE, NOW, 1, CHECK);
        replays(43, VALUE, NOW, 2, CHECK);

        assertThat(hapax.decisions()).hasSize(1);
        assertThat(hapax.duplicates()).hasSize(2);
    }

    @Test
    void shouldActOnceWhenBothCasesAreTooOldForTheGuardToKnowTheirTime() {
        Instant old = NOW.minus(Duration.ofDays(90));
        hapax.sends("hooks", null, "{\"id\":\"0\"}");

        replays(41, VALUE, old, 2, CHECK);
        replays(42, VALUE, old, 1, CHECK);

        assertThat(hapax.decisions()).extracting(Published::keyText).containsExactly("hooks:0", "hooks:1");
        assertThat(hapax.duplicates()).hasSize(1);
    }

    @Test
    void shouldActOnceWhenTheWindowIsShorterThanABucket() {
        hapax.sends("quick", null, VALUE);

        replaysOf("quick", "quick:1", 41, VALUE, NOW, 1, CHECK);
        hapax.sends("quick", null, "{\"id\":\"2\"}");
        replaysOf("quick", "quick:3", 42, "{\"id\":\"3\"}", NOW, 2, CHECK);
        hapax.sends("quick", null, "{\"id\":\"3\"}");

        assertThat(hapax.decisions()).extracting(Published::keyText).containsExactly("quick:1", "quick:2", "quick:3");
        assertThat(hapax.duplicates()).hasSize(2);
    }

    @Test
    void shouldActWhenTheCopyIsOutsideTheWindow() {
        hapax.sends("hooks", null, VALUE, NOW.minus(Duration.ofHours(25)));

        replays(41, VALUE, NOW, 1, CHECK);

        assertThat(hapax.decisions()).hasSize(2);
    }

    @Test
    void shouldQuarantineOtherContentThanThatWhichActed() {
        hapax.sends("hooks", null, OTHER);

        replays(41, VALUE, NOW, 1, CHECK);

        assertThat(last(hapax.quarantine()).reason()).isEqualTo(Reason.CONFLICT);
        assertThat(last(hapax.quarantine()).explanation()).contains("hooks-0@0");
        assertThat(hapax.decisions()).hasSize(1);
    }

    @Test
    void shouldActOnceWhenTheOperatorAcceptsOtherContent() {
        hapax.sends("hooks", null, OTHER);

        replays(41, VALUE, NOW, 2, ACCEPTED);
        replays(42, VALUE, NOW, 1, ACCEPTED);
        hapax.sends("hooks", null, OTHER);
        hapax.sends("hooks", null, VALUE);

        assertThat(hapax.decisions())
                .extracting(decision -> decision.decision().generation())
                .containsExactly(0, 2);
        assertThat(hapax.duplicates())
                .extracting(note -> note.json("/generation"))
                .containsExactly("1", "0");
        assertThat(hapax.quarantine()).extracting(Published::reason).containsExactly(Reason.CONFLICT);
    }

    @Test
    void shouldActAgainWhenForced() {
        hapax.sends("hooks", null, VALUE);

        replays(41, VALUE, NOW, 1, null);

        assertThat(hapax.decisions()).hasSize(2);
    }

    @Test
    void shouldNotBeHeldBackByItsOwnEarlierFailure() {
        // Admitted and not decided at first; its first replay was refused at intake, so the next one is checked.
        hapax.sends("moods", null, "{\"id\":\"1\",\"mood\":\"undecided\"}");
        assertThat(last(hapax.quarantine()).reason()).isEqualTo(Reason.CLASSIFIER_FAILED);

        replaysOf("moods", "moods:1", 0, "{\"id\":\"1\",\"mood\":\"undecided\"}", NOW, 2, CHECK);

        assertThat(hapax.duplicates()).isEmpty();
        assertThat(hapax.quarantine()).hasSize(2);
    }

    @Test
    void shouldRefuseAReplayWhoseCheckCannotBeRead() {
        for (String wrong : List.of("", "1", "3-1", "-1-2", "0-64", "0-63,whatever", "a-b", "0-99999999999")) {
            int before = hapax.quarantine().size();

            replays(41, VALUE, NOW, 1, wrong);

            assertThat(hapax.quarantine()).as(wrong).hasSize(before + 1);
            assertThat(last(hapax.quarantine()).reason()).as(wrong).isEqualTo(Reason.INVALID);
            assertThat(last(hapax.quarantine()).explanation()).as(wrong).contains("hapax-copy-check");
        }
        assertThat(hapax.decisions()).isEmpty();
    }

    private void replays(long offset, String value, Instant time, int generation, @Nullable String check) {
        replaysOf("hooks", "hooks:1", offset, value, time, generation, check);
    }

    private void replaysOf(
            String source,
            String identity,
            long offset,
            String value,
            Instant time,
            int generation,
            @Nullable String check) {
        List<Header> headers = new ArrayList<>();
        headers.add(header(HeaderNames.ORIGINAL_HEADERS, "0"));
        headers.add(header(HeaderNames.GENERATION, Integer.toString(generation)));
        headers.add(header(HeaderNames.ATTEMPTS, Integer.toString(generation)));
        headers.add(header(HeaderNames.TIMESTAMP, Long.toString(time.toEpochMilli())));
        headers.add(header(HeaderNames.SOURCE, source));
        headers.add(header(HeaderNames.SOURCE_TOPIC, source));
        headers.add(header(HeaderNames.SOURCE_PARTITION, "0"));
        headers.add(header(HeaderNames.SOURCE_OFFSET, Long.toString(offset)));
        headers.add(new Header(HeaderNames.SOURCE_KEY, "k".getBytes(UTF_8)));
        if (check != null) {
            headers.add(header("hapax-copy-check", check));
        }
        hapax.sends("hapax.replays", identity, value, time, headers.toArray(new Header[0]));
    }
}
