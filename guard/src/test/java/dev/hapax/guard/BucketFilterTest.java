package dev.hapax.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.wire.GuardKey;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BucketFilterTest {

    private static final int KEYS = 200_000;

    @Test
    void shouldNeverForgetAKeyHoweverFarItGrows() {
        FilterMemory memory = new FilterMemory(64 << 20);
        BucketFilter filter = new BucketFilter(0, memory);
        long seed = System.nanoTime();

        new SplittableRandom(seed).longs(KEYS).forEach(filter::add);

        assertThat(new SplittableRandom(seed).longs(KEYS).allMatch(filter::mayContain))
                .as("seed %d", seed)
                .isTrue();
    }

    @Test
    void shouldTakeFewStrangersForKnown() {
        BucketFilter filter = new BucketFilter(KEYS, new FilterMemory(64 << 20));
        for (int i = 0; i < KEYS; i++) {
            filter.add(GuardKey.of("known-" + i).hash());
        }

        int mistaken = 0;
        for (int i = 0; i < KEYS; i++) {
            mistaken += filter.mayContain(GuardKey.of("stranger-" + i).hash()) ? 1 : 0;
        }

        assertThat(mistaken).isLessThan(KEYS / 50);
    }

    @Test
    void shouldSayMaybeToEverythingWhenItsMemoryIsUsedUp() {
        FilterMemory memory = new FilterMemory(10_000);
        BucketFilter filter = new BucketFilter(0, memory);
        for (int i = 0; i < KEYS; i++) {
            filter.add(GuardKey.of("known-" + i).hash());
        }

        assertThat(filter.overflowed()).isTrue();
        assertThat(filter.mayContain(GuardKey.of("known-7").hash())).isTrue();
        assertThat(filter.mayContain(GuardKey.of("stranger").hash())).isTrue();
        assertThat(memory.used()).isZero();
    }

    @Test
    void shouldBeCountedAsMissingForAsLongAsItsBucketLives() {
        FilterMemory memory = new FilterMemory(10_000);
        BucketFilter filter = new BucketFilter(0, memory);
        filter.add(1);
        assertThat(memory.unfiltered()).as("it has what it wants").isZero();

        for (int i = 0; i < KEYS; i++) {
            filter.add(GuardKey.of("known-" + i).hash());
        }
        assertThat(filter.overflowed()).isTrue();
        assertThat(memory.unfiltered()).isEqualTo(1);

        filter.release();
        filter.release();
        assertThat(memory.unfiltered()).isZero();
    }

    @Test
    void shouldNotBeMissedWhenItsBucketGoesWithMemoryLeft() {
        FilterMemory memory = new FilterMemory(10_000);
        BucketFilter filter = new BucketFilter(0, memory);
        filter.add(1);

        filter.release();

        assertThat(memory.unfiltered()).isZero();
    }

    @Test
    void shouldStayWithinTheSharedMemoryAndGiveItBack() {
        FilterMemory memory = new FilterMemory(1 << 20);
        List<BucketFilter> filters = new ArrayList<>();
        for (int i = 0; i < 2_000_000; i++) {
            if (i % 100_000 == 0) {
                filters.add(new BucketFilter(100_000, memory));
            }
            filters.get(filters.size() - 1).add(GuardKey.of("id-" + i).hash());
        }

        assertThat(memory.used()).isPositive().isLessThanOrEqualTo(1 << 20);
        assertThat(filters.get(19).mayContain(GuardKey.of("id-1999999").hash())).isTrue();
        filters.forEach(BucketFilter::release);
        assertThat(memory.used()).isZero();
    }
}
