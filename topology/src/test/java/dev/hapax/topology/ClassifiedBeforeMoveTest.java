package dev.hapax.topology;

import static dev.hapax.topology.HapaxFixture.NOW;
import static dev.hapax.topology.HapaxFixture.last;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.Classification;
import dev.hapax.domain.Intake;
import dev.hapax.domain.Judgement;
import dev.hapax.domain.Reason;
import dev.hapax.intake.Formats;
import dev.hapax.meters.Meter;
import dev.hapax.wire.ArrivedSerde;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that are classified before they are moved to the partition of their identity, and what must not change by that. */
class ClassifiedBeforeMoveTest {

    private final CountingFormat format = new CountingFormat();

    private HapaxFixture hapax;

    @BeforeEach
    void start(@TempDir Path folder) {
        hapax = new HapaxFixture(folder, """
                sources:
                  - { topic: hooks, format: counting, identity: { field: /id } }
                  - { topic: moody, identity: { field: /id }, fingerprint: [/amount], classifier: moody }
                  - { topic: moody-keyed, keyed-by-identity: true, identity: { field: /id }, fingerprint: [/amount], classifier: moody }
                guard: { ttl: 1h, max-lateness: 10m }
                """, new Formats(List.of(format)));
    }

    @AfterEach
    void stop() {
        hapax.close();
    }

    @Test
    void shouldReadAMessageOnceAlthoughItIsRepartitioned() {
        hapax.sends("hooks", null, "{\"id\":\"1\",\"subject\":\"Payment failed\"}");

        assertThat(hapax.decisions()).extracting(Published::label).containsExactly("billing-failure");
        assertThat(format.reads()).isEqualTo(1);
    }

    @Test
    void shouldTimeClassificationsOfMessagesThatAreRepartitioned() {
        for (int i = 0; i < 17; i++) {
            hapax.sends("moody", null, "{\"id\":\"" + i + "\"}");
        }

        assertThat(hapax.meters()
                        .registry()
                        .get(Meter.CLASSIFY.id())
                        .tags("source", "moody")
                        .timer()
                        .count())
                .isEqualTo(2);
    }

    @Test
    void shouldDecideByTheClassifierThatClassifiedBeforeTheMove() {
        hapax.sends("moody", null, "{\"id\":\"1\"}");
        Judgement judgement = new Judgement("other", false, 7, "of another version", "old rule");

        hapax.movesAgain(with(last(hapax.moved()), "2", new Classification(judgement, "moody@0")));

        Published decision = last(hapax.decisions());
        assertThat(decision.decision().judgement()).isEqualTo(judgement);
        assertThat(decision.decision().classifier()).isEqualTo("moody@0");
        assertThat(decision.header(HeaderNames.CLASSIFIER)).isEqualTo("moody@0");
    }

    @Test
    void shouldDecideWhatTheFirstReleaseHasMoved() {
        hapax.sends("hooks", null, "{\"id\":\"1\",\"subject\":\"Payment failed\"}");
        Published moved = last(hapax.moved());

        hapax.movesAgain(with(moved, "2", null));

        Published decision = last(hapax.decisions());
        assertThat(decision.keyText()).isEqualTo("2");
        assertThat(decision.decision().judgement())
                .isEqualTo(hapax.decisions().get(0).decision().judgement());
        assertThat(decision.decision().classifier())
                .isEqualTo(hapax.decisions().get(0).decision().classifier());
    }

    @ParameterizedTest
    @ValueSource(strings = {"undecided", "broken", "silent", "nameless", "endless"})
    void shouldQuarantineAFailedClassificationAsWithoutTheMove(String mood) {
        String message = "{\"id\":\"" + mood + "\",\"mood\":\"" + mood + "\"}";
        hapax.sends("moody", mood, message);
        Published moved = last(hapax.quarantine());

        hapax.sends("moody-keyed", mood, message);

        assertThat(hapax.decisions()).isEmpty();
        assertThat(moved.reason()).isEqualTo(Reason.CLASSIFIER_FAILED);
        assertThat(moved.header(HeaderNames.PHASE)).isEqualTo("classify");
        // Both have one identity, so the second is held back as a copy of the first, which waits in quarantine.
        assertThat(last(hapax.duplicates()).json("/first/label")).isEqualTo("CLASSIFIER_FAILED");
        hapax.passes(Duration.ofHours(3));
        hapax.sends("moody-keyed", mood, message);
        Published unmoved = last(hapax.quarantine());
        assertThat(unmoved.explanation()).isEqualTo(moved.explanation());
        assertThat(unmoved.header(HeaderNames.ERROR_EXCEPTION)).isEqualTo(moved.header(HeaderNames.ERROR_EXCEPTION));
        assertThat(unmoved.headerNames()).isEqualTo(moved.headerNames());
    }

    @Test
    void shouldLetTheGuardAnswerBeforeTheClassifierRefuses() {
        hapax.sends("moody", null, "{\"id\":\"1\",\"amount\":1}");
        hapax.sends("moody", null, "{\"id\":\"1\",\"amount\":1,\"mood\":\"broken\"}");
        hapax.sends("moody", null, "{\"id\":\"1\",\"amount\":2,\"mood\":\"broken\"}");
        hapax.sends("moody", null, "{\"id\":\"2\",\"mood\":\"broken\"}", NOW.minus(Duration.ofDays(1)));

        assertThat(hapax.duplicates()).hasSize(1);
        assertThat(hapax.quarantine()).extracting(Published::reason).containsExactly(Reason.CONFLICT, Reason.LATE);
        assertThat(hapax.quarantine())
                .extracting(held -> held.header(HeaderNames.PHASE))
                .containsOnly("guard");
    }

    @Test
    void shouldNotChargeACopyForAClassificationThatNobodyNeeds() {
        hapax.sends("hooks", null, "{\"id\":\"1\",\"subject\":\"Payment failed\"}");
        hapax.sends("hooks", null, "{\"id\":\"1\",\"subject\":\"Payment failed\"}");
        hapax.sends("hooks", null, "{\"id\":\"2\",\"subject\":\"Payment failed\"}");

        assertThat(hapax.moved()).extracting(this::isClassified).containsExactly(true, false, true);
        assertThat(hapax.duplicates()).hasSize(1);
    }

    @Test
    void shouldDecideWhatWasTakenForACopyButIsAdmitted() {
        hapax.sends("hooks", null, "{\"id\":\"1\",\"subject\":\"Payment failed\"}");
        hapax.passes(Duration.ofHours(3));

        hapax.sends("hooks", null, "{\"id\":\"1\",\"subject\":\"Payment failed\"}");

        assertThat(isClassified(last(hapax.moved()))).isFalse();
        assertThat(hapax.decisions())
                .extracting(Published::label)
                .containsExactly("billing-failure", "billing-failure");
    }

    private boolean isClassified(Published moved) {
        return new ArrivedSerde()
                        .deserialize("t", KafkaHeaders.toKafka(moved.headers()), Objects.requireNonNull(moved.value()))
                        .classification()
                != null;
    }

    @Test
    void shouldNotMoveAClassificationThatIsTooLarge() {
        hapax.sends("moody", null, "{\"id\":\"1\",\"mood\":\"rambling\"}");

        assertThat(last(hapax.decisions()).decision().judgement().reason()).hasSize(50_000);
        assertThat(Objects.requireNonNull(last(hapax.moved()).value())).hasSizeLessThan(1_000);
    }

    /** The same message under another identity, as if it had been moved with this classification or with none. */
    private static Published with(Published moved, String identity, @Nullable Classification classification) {
        Arrival arrival = new ArrivedSerde()
                .deserialize("t", KafkaHeaders.toKafka(moved.headers()), Objects.requireNonNull(moved.value()))
                .arrival();
        Arrival other = new Arrival(arrival.source(), arrival.message(), identity, arrival.fingerprint(), 0, 0);
        return new Published(
                identity.getBytes(StandardCharsets.UTF_8),
                new ArrivedSerde().serialize("t", Intake.Arrived.moved(other, classification)),
                moved.headers(),
                moved.time());
    }
}
