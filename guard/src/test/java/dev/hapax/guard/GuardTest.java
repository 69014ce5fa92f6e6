package dev.hapax.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.GuardWindows;
import dev.hapax.guard.Verdict.Admitted;
import dev.hapax.guard.Verdict.Conflict;
import dev.hapax.guard.Verdict.Duplicate;
import dev.hapax.guard.Verdict.Late;
import dev.hapax.guard.Verdict.Redelivery;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuardTest {

    private static final long HOUR = 3_600_000;
    private static final long TTL = 24 * HOUR;
    private static final long LATENESS = 2 * HOUR;
    /** Not on a bucket's edge. */
    private static final long T = 1_778_000_000_123L;

    private GuardHarness guard = GuardHarness.of(new GuardWindows(TTL, LATENESS, 3 * HOUR));

    @AfterEach
    void close() {
        guard.close();
    }

    @Test
    void shouldAdmitAnIdentityOnce() {
        assertThat(guard.show("a", T, 1, TTL)).isInstanceOf(Admitted.class);
        assertThat(guard.show("a", T, 1, TTL)).isInstanceOf(Duplicate.class);
        assertThat(guard.show("b", T, 1, TTL)).isInstanceOf(Admitted.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 3 * HOUR - 1, 3 * HOUR, 3 * HOUR + 1, 12 * HOUR, 24 * HOUR - 1})
    void shouldTakeCopiesLessThanATtlApartForOne(long later) {
        guard.show("a", T, 1, TTL);

        assertThat(guard.show("a", T + later, 1, TTL)).isInstanceOf(Duplicate.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {24 * HOUR, 24 * HOUR + 1, 48 * HOUR})
    void shouldAdmitAgainWhenTheWindowHasPassed(long later) {
        guard.show("a", T, 1, TTL);

        assertThat(guard.show("a", T + later, 1, TTL)).isInstanceOf(Admitted.class);
    }

    @Test
    void shouldMeasureTheWindowFromTheFirstAndNotFromItsDuplicates() {
        guard.show("a", T, 1, TTL);
        guard.show("a", T + TTL - 1, 1, TTL);

        assertThat(guard.show("a", T + TTL, 1, TTL)).isInstanceOf(Admitted.class);
    }

    @Test
    void shouldExtendTheWindowByDuplicatesWhereThatIsWanted() {
        guard.close();
        guard = new GuardHarness(new GuardWindows(TTL, LATENESS, 3 * HOUR), 10_000, true);
        guard.show("a", T, 1, TTL);
        guard.show("a", T + TTL - 1, 1, TTL);

        assertThat(guard.show("a", T + TTL, 1, TTL)).isInstanceOf(Duplicate.class);
        assertThat(guard.show("a", T + 2 * TTL, 1, TTL)).isInstanceOf(Admitted.class);
    }

    @Test
    void shouldNotForgetALaterMessageWhoseBucketAnExtendedWindowReaches() {
        guard.close();
        guard = new GuardHarness(new GuardWindows(TTL, TTL, 3 * HOUR), 10_000, true);
        long bucket = T - T % (3 * HOUR);
        guard.show("a", bucket + 1, 1, TTL);
        assertThat(guard.show("a", bucket + TTL + HOUR, 2, TTL)).isInstanceOf(Admitted.class);
        assertThat(guard.show("a", bucket + TTL, 1, TTL)).isInstanceOf(Duplicate.class);

        assertThat(guard.show("a", bucket + 2 * TTL, 2, TTL)).isInstanceOf(Duplicate.class);
    }

    @Test
    void shouldJudgeTheSameOutOfOrder() {
        guard.show("clock", T, 1, TTL);
        assertThat(guard.show("a", T - 1, 1, TTL)).isInstanceOf(Admitted.class);

        assertThat(guard.show("a", T - HOUR, 1, TTL)).isInstanceOf(Duplicate.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {599_999, 600_000, 600_001})
    void shouldBeExactToTheMillisecondOutOfOrder(long earlier) {
        long tenMinutes = 600_000;
        guard.show("a", T, 1, tenMinutes);

        Verdict verdict = guard.show("a", T - earlier, 1, tenMinutes);

        assertThat(verdict).isInstanceOf(earlier < tenMinutes ? Duplicate.class : Admitted.class);
    }

    @Test
    void shouldKeepTwoWindowsOfOneIdentityApartWithinOneBucket() {
        long second = 1_000;
        assertThat(guard.show("a", T, 1, second)).isInstanceOf(Admitted.class);
        assertThat(guard.show("a", T + 5 * second, 1, second)).isInstanceOf(Admitted.class);

        assertThat(guard.show("a", T + 1, 1, second)).isInstanceOf(Duplicate.class);
        assertThat(guard.show("a", T + 2 * second, 1, second)).isInstanceOf(Admitted.class);
    }

    @Test
    void shouldTellARedeliveryByItsCoordinates() {
        guard.show("a", T, 1, TTL, 0, 7);

        assertThat(guard.show("a", T, 1, TTL, 0, 7)).isInstanceOf(Redelivery.class);
        assertThat(guard.show("a", T, 1, TTL, 0, 8)).isInstanceOf(Duplicate.class);
    }

    @Test
    void shouldCallOtherContentUnderOneIdentityAConflict() {
        guard.show("a", T, 1, TTL, 0, 7);

        assertThat(guard.show("a", T, 2, TTL)).isInstanceOf(Conflict.class);
        assertThat(guard.show("a", T, 2, TTL, 0, 7))
                .as("same coordinates, as in a topic made anew")
                .isInstanceOf(Conflict.class);
    }

    @Test
    void shouldFindTheMatchingOneOfTwoNeighbours() {
        long time = T + TTL;
        guard.show("a", T, 1, TTL);
        guard.show("a", time, 2, TTL);

        assertThat(guard.show("a", time - 1, 1, TTL)).isInstanceOf(Duplicate.class);
        assertThat(guard.show("a", time - 1, 3, TTL)).isInstanceOf(Conflict.class);
    }

    @Test
    void shouldCallAMessageLateOnlyWhenItIsOlderThanTheGuardCanJudge() {
        guard.show("clock", T, 1, TTL);

        assertThat(guard.show("a", T - LATENESS, 1, TTL)).isInstanceOf(Admitted.class);
        assertThat(guard.show("b", T - LATENESS - 1, 1, TTL)).isInstanceOf(Late.class);
    }

    @Test
    void shouldStillKnowALateCopyOfWhatItRemembers() {
        guard.show("a", T, 1, TTL);
        guard.show("clock", T + LATENESS + 1, 1, TTL);

        assertThat(guard.show("a", T, 1, TTL)).isInstanceOf(Duplicate.class);
        assertThat(guard.show("a", T, 2, TTL)).isInstanceOf(Conflict.class);
        assertThat(guard.show("a", T, 1, TTL, 0, 0)).isInstanceOf(Redelivery.class);
    }

    @Test
    void shouldAdmitOnceMoreInEachGeneration() {
        guard.show("a", T, 1, TTL, 0, 7);
        guard.show("clock", T + 5 * TTL, 1, TTL);

        for (int generation = 1; generation <= 2; generation++) {
            assertThat(guard.show("a", T, 1, TTL, generation, 7)).isInstanceOf(Admitted.class);
            assertThat(guard.show("a", T, 1, TTL, generation, 7)).isInstanceOf(Redelivery.class);
            assertThat(guard.show("a", T + 1, 1, TTL, generation, 9)).isInstanceOf(Duplicate.class);
            assertThat(guard.show("a", T + 2 * TTL, 1, TTL, generation, 11))
                    .as("another window of the same generation")
                    .isInstanceOf(Admitted.class);
        }
    }

    @Test
    void shouldEvictWhatHasExpiredWhileOnlyDuplicatesArrive() {
        IntStream.range(0, 100).forEach(i -> guard.show("old-" + i, T, 1, TTL));
        assertThat(guard.entries()).isGreaterThanOrEqualTo(100);
        guard.show("a", T + 2 * TTL, 1, TTL);
        guard.show("a", T + 3 * TTL - 1, 1, TTL);
        long memory = guard.filterMemory();

        assertThat(guard.show("a", T + 3 * TTL - 1, 1, TTL)).isInstanceOf(Duplicate.class);

        assertThat(guard.entries()).isLessThan(10);
        assertThat(memory).isPositive().isLessThan(5_000);
    }

    @Test
    void shouldNotGoBackInTimeWhenOffsetsAreRewound() {
        guard.show("a", T, 1, TTL, 0, 1);
        guard.show("clock", T + 3 * TTL, 1, TTL, 0, 2);

        guard.reopenRewound();

        // Evicted by now: the guard can't tell whether it has acted, and must not guess.
        assertThat(guard.show("a", T, 1, TTL, 0, 1)).isInstanceOf(Late.class);
    }

    @Test
    void shouldHoldBackDuplicatesWhileItsFiltersAreCold() {
        guard.close();
        guard = new GuardHarness(new GuardWindows(TTL, LATENESS, 3 * HOUR), 7, false);
        IntStream.range(0, 500).forEach(i -> guard.show("id-" + i, T + i, 1, TTL));

        guard.reopen();

        for (int round = 0; round < 80; round++) {
            for (int i = round; i < 500; i += 80) {
                assertThat(guard.show("id-" + i, T + i + HOUR, 1, TTL))
                        .as("id-%d after %d steps of warming up", i, round)
                        .isInstanceOf(Duplicate.class);
            }
            assertThat(guard.show("new-" + round, T + HOUR, 1, TTL)).isInstanceOf(Admitted.class);
            guard.warmUp();
        }
        IntStream.range(0, 80)
                .forEach(i ->
                        assertThat(guard.show("new-" + i, T + HOUR, 1, TTL)).isInstanceOf(Duplicate.class));
    }

    @Test
    void shouldWarmUpEvenWhenBucketsExpireMeanwhile() {
        guard.close();
        guard = new GuardHarness(new GuardWindows(TTL, LATENESS, 3 * HOUR), 7, false);
        IntStream.range(0, 200).forEach(i -> guard.show("old-" + i, T, 1, TTL));
        IntStream.range(0, 200).forEach(i -> guard.show("id-" + i, T + 2 * TTL, 1, TTL));
        guard.reopen();
        guard.warmUp();

        guard.show("clock", T + 3 * TTL - 1, 1, TTL);
        for (int i = 0; i < 200; i++) {
            guard.warmUp();
            assertThat(guard.show("id-" + i, T + 3 * TTL - 1, 1, TTL)).isInstanceOf(Duplicate.class);
        }
    }

    @Test
    void shouldHashIdentitiesLongerThanAKeyMayBe() {
        String longOne = "x".repeat(300);

        assertThat(guard.show(longOne + "a", T, 1, TTL)).isInstanceOf(Admitted.class);
        assertThat(guard.show(longOne + "b", T, 1, TTL)).isInstanceOf(Admitted.class);
        assertThat(guard.show(longOne + "a", T, 1, TTL)).isInstanceOf(Duplicate.class);
    }

    @Test
    void shouldNotAdmitACopyOfWhatWasEvictedWhenMoreLatenessIsAllowed() {
        guard.show("a", T, 1, TTL);
        guard.show("clock", T + 3 * TTL, 1, TTL);

        guard.reopen(new GuardWindows(TTL, 4 * TTL, 3 * HOUR));

        assertThat(guard.show("a", T + 1, 1, TTL)).isInstanceOf(Late.class);
        assertThat(guard.show("b", T + 3 * TTL - LATENESS - 1, 1, TTL)).isInstanceOf(Late.class);
        assertThat(guard.show("c", T + 3 * TTL - LATENESS, 1, TTL)).isInstanceOf(Admitted.class);
        assertThat(guard.show("clock", T + 3 * TTL, 1, TTL)).isInstanceOf(Duplicate.class);
    }

    @Test
    void shouldNotAdmitACopyOfWhatWasEvictedWhenMoreLatenessIsAllowedAndTheDiskIsLost() {
        guard.show("a", T, 1, TTL);
        guard.show("clock", T + 3 * TTL, 1, TTL);
        guard.reopen(new GuardWindows(TTL, 4 * TTL, 3 * HOUR));

        guard.crash(T + 3 * TTL);

        assertThat(guard.show("b", T + 3 * TTL - LATENESS - 1, 1, TTL)).isInstanceOf(Late.class);
        assertThat(guard.show("c", T + 3 * TTL - LATENESS, 1, TTL)).isInstanceOf(Admitted.class);
    }

    @Test
    void shouldAllowTheNewLatenessOnceStreamTimeHasMovedOn() {
        guard.show("clock", T, 1, TTL);
        guard.reopen(new GuardWindows(TTL, 4 * TTL, 3 * HOUR));

        guard.show("later", T + 4 * TTL, 1, TTL);

        assertThat(guard.show("a", T + 1, 1, TTL)).isInstanceOf(Admitted.class);
        assertThat(guard.show("b", T - LATENESS - 1, 1, TTL)).isInstanceOf(Late.class);
    }

    @Test
    void shouldGoOnAdmittingWhenTheTtlIsRaised() {
        guard.show("a", T, 1, TTL);
        guard.show("clock", T + 2 * TTL, 1, TTL);

        guard.reopen(new GuardWindows(4 * TTL, LATENESS, 3 * HOUR));

        assertThat(guard.show("new", T + 2 * TTL + 1, 1, 4 * TTL)).isInstanceOf(Admitted.class);
        assertThat(guard.show("clock", T + 5 * TTL, 1, 4 * TTL)).isInstanceOf(Duplicate.class);
    }
}
