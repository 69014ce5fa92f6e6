package dev.hapax.operations.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Fingerprint;
import dev.hapax.operations.verify.Finding.Fault;
import dev.hapax.operations.verify.IdentityCheck.Sighting;
import java.util.List;
import org.junit.jupiter.api.Test;

class IdentityCheckTest {

    private static final Fingerprint ONE = new Fingerprint(1, 1);
    private static final Fingerprint OTHER = new Fingerprint(1, 2);
    private static final long TTL = 100;
    private static final long SHORT_TTL = 10;

    private final Results results = new Results();
    private IdentityCheck check = new IdentityCheck(List.of(TTL, SHORT_TTL), false, results);

    @Test
    void shouldNameASecondDecisionWithinTheTtl() {
        check.accept(decided(ONE, 0, 0, 1_000, 1));
        check.accept(decided(ONE, 0, 0, 1_000 + TTL - 1, 2));

        assertThat(results.findings()).extracting(Finding::fault).containsExactly(Fault.IDENTITY_DECIDED_TWICE);
        assertThat(results.findings().get(0).about().offset()).isEqualTo(2);
    }

    @Test
    void shouldAllowAnotherDecisionOnceTheTtlHasPassed() {
        check.accept(decided(ONE, 0, 0, 1_000, 1));
        check.accept(decided(ONE, 0, 0, 1_000 + TTL, 2));
        check.accept(decided(ONE, 0, 1, 1_000 + TTL + SHORT_TTL, 3));

        assertThat(results.findings()).isEmpty();
    }

    @Test
    void shouldTellIdentitiesAndGenerationsApart() {
        check.accept(decided(ONE, 0, 0, 1_000, 1));
        check.accept(decided(ONE, 1, 0, 1_000, 1));
        check.accept(decided(OTHER, 0, 0, 1_000, 2));

        assertThat(results.findings()).isEmpty();
    }

    @Test
    void shouldLeaveTwoDecisionsOfOneMessageToTheOtherCheck() {
        check.accept(decided(ONE, 0, 0, 1_000, 1));
        check.accept(decided(ONE, 0, 0, 1_000, 1));

        assertThat(results.findings()).isEmpty();
    }

    @Test
    void shouldLetActAgainWhatAnOperatorHadForgotten() {
        check.accept(Sighting.commanded(ONE));
        check.accept(Sighting.commanded(ONE));
        check.accept(decided(ONE, 0, 0, 1_000, 1));
        check.accept(decided(ONE, 0, 0, 1_001, 2));

        assertThat(results.findings()).isEmpty();
        assertThat(results.totals().forgotten()).isEqualTo(1);
    }

    @Test
    void shouldNotAskWhatWasBeforeTheTimeAskedFor() {
        check = new IdentityCheck(List.of(TTL), true, results);

        check.accept(before(ONE, 1_000, 1));
        check.accept(before(ONE, 1_001, 2));
        assertThat(results.findings()).isEmpty();

        check.accept(decided(ONE, 0, 0, 1_002, 3));
        assertThat(results.findings()).hasSize(1);
    }

    private static Sighting decided(Fingerprint identity, int generation, int source, long time, long offset) {
        return new Sighting(
                identity,
                generation,
                source,
                true,
                time,
                new RecordPosition(0, 0, offset),
                new PackedPosition(0, offset),
                time);
    }

    private static Sighting before(Fingerprint identity, long time, long offset) {
        return new Sighting(
                identity, 0, 0, false, time, new RecordPosition(0, 0, offset), new PackedPosition(0, offset), time);
    }
}
