package dev.hapax.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.GuardWindows;
import dev.hapax.guard.Verdict.Admitted;
import dev.hapax.guard.Verdict.Duplicate;
import dev.hapax.guard.Verdict.Late;
import org.junit.jupiter.api.Test;

/**
 * Timestamps as far apart as can be, in any order, cost no more than those of a normal message. Work is counted in
 * buckets.
 */
class WildTimestampsTest {

    private static final long HOUR = 3_600_000;
    private static final long TTL = 8 * HOUR;
    private static final GuardWindows WINDOWS = new GuardWindows(TTL, HOUR, HOUR);
    /** Those that retention allows, and one for what lies ahead of it. */
    private static final int MOST_BUCKETS = (int) (WINDOWS.retention() / WINDOWS.bucket()) + 2;

    private static final long NOW = 1_778_000_000_123L;

    @Test
    void shouldHoldOneBucketEachForSecondsThatWereMeantAsMillisecondsAndForNow() {
        try (GuardHarness guard = GuardHarness.evictingSeldom(WINDOWS)) {
            assertThat(guard.show("seconds", NOW / 1_000, 1, TTL)).isInstanceOf(Admitted.class);
            assertThat(guard.show("now", NOW, 1, TTL)).isInstanceOf(Admitted.class);

            assertThat(guard.buckets()).isLessThanOrEqualTo(2);
            assertThat(guard.show("now", NOW, 1, TTL)).isInstanceOf(Duplicate.class);
            assertThat(guard.show("seconds", NOW / 1_000, 1, TTL)).isInstanceOf(Late.class);
        }
    }

    @Test
    void shouldHoldNoMoreBucketsThanRetentionAllowsHoweverTimestampsJump() {
        try (GuardHarness guard = GuardHarness.evictingSeldom(WINDOWS)) {
            long[] steps = {0, 1, HOUR, 2 * HOUR, TTL, 1_000 * HOUR, 0, 3 * HOUR};
            long time = 0;
            for (int i = 0; i < 2_000; i++) {
                time += steps[i % steps.length];
                guard.show("id-" + i, time, 1, TTL);
                assertThat(guard.buckets()).as("message %d", i).isLessThanOrEqualTo(MOST_BUCKETS);
            }
            guard.commit();

            assertThat(guard.familiesOnDisk()).isLessThanOrEqualTo(MOST_BUCKETS);
        }
    }

    @Test
    void shouldBeginNothingOnDiskForABucketThatDiesBeforeItIsWritten() {
        try (GuardHarness guard = GuardHarness.evictingSeldom(WINDOWS)) {
            for (int i = 0; i < 100; i++) {
                guard.show("id-" + i, i * 1_000L * HOUR, 1, TTL);
            }

            assertThat(guard.familiesOnDisk()).isZero();
        }
    }

    @Test
    void shouldOpenAStoreWhoseBucketsLieDecadesApart() {
        // As the first release left them: it dropped nothing before the next punctuation.
        GuardWindows wide = new GuardWindows(TTL, 2 * NOW, HOUR);
        try (GuardHarness guard = GuardHarness.evictingSeldom(wide)) {
            guard.show("seconds", NOW / 1_000, 1, TTL);
            guard.show("now", NOW, 1, TTL);
            guard.commit();
            assertThat(guard.familiesOnDisk()).isEqualTo(2);

            guard.reopen();

            assertThat(guard.buckets()).isEqualTo(2);
            assertThat(guard.show("seconds", NOW / 1_000 + 1, 1, TTL)).isInstanceOf(Duplicate.class);
            assertThat(guard.show("now", NOW + 1, 1, TTL)).isInstanceOf(Duplicate.class);
        }
    }

    @Test
    void shouldJudgeTheFirstMillisecondsOf1970() {
        try (GuardHarness guard = GuardHarness.evictingSeldom(WINDOWS)) {
            assertThat(guard.show("zero", 0, 1, TTL)).isInstanceOf(Admitted.class);
            assertThat(guard.show("one", 1, 1, TTL)).isInstanceOf(Admitted.class);
            assertThat(guard.show("zero", 1, 1, TTL)).isInstanceOf(Duplicate.class);
            assertThat(guard.show("one", 0, 1, TTL)).isInstanceOf(Duplicate.class);
        }
    }
}
