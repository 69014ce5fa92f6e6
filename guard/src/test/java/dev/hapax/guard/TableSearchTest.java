package dev.hapax.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.GuardEntry;
import dev.hapax.domain.GuardWindows;
import dev.hapax.wire.ChangelogEntries.Entry;
import dev.hapax.wire.GuardKey;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableSearchTest {

    private static final GuardWindows WINDOWS = new GuardWindows(8_000, 0, 1_000);

    @TempDir
    private Path folder;

    private final RocksMemory memory = new RocksMemory(4 << 20);
    private BucketTable table;

    @BeforeEach
    void open() {
        table = new BucketTable(
                new GuardFolder(new TaskId(0, 0), folder),
                WINDOWS,
                new FilterMemory(1 << 20),
                memory,
                new KeptChunks().log());
    }

    @AfterEach
    void close() {
        table.close();
        memory.close();
    }

    @Test
    void shouldFindEveryEntryOfAnIdentityAndNoOther() {
        table.put(GuardKey.of("a"), 1, entry(1_000, 0));
        table.put(GuardKey.of("a", 0, 7), 1, entry(1_001, 0));
        table.put(GuardKey.of("ab"), 1, entry(1_002, 0));
        table.put(GuardKey.of("ab", 64, 7), 1, entry(1_003, 64));
        table.flush();
        table.put(GuardKey.of("a", 64, 7), 3, entry(1_004, 64));
        table.put(GuardKey.of("a"), 1, entry(1_005, 0));

        assertThat(times(table.search().of("a", ScanBudget.asManyAsItTakes()))).containsExactly(1_005L, 1_001L, 1_004L);
        assertThat(table.search().of("c", ScanBudget.asManyAsItTakes())).isEmpty();
    }

    @Test
    void shouldNotFindWhatIsForgottenWhetherThatIsWrittenOrNot() {
        table.put(GuardKey.of("a"), 1, entry(1_000, 0));
        table.flush();
        table.forget("a");

        assertThat(table.search().of("a", ScanBudget.asManyAsItTakes())).isEmpty();
        assertThat(newest(10)).isEmpty();
        table.flush();
        assertThat(table.search().of("a", ScanBudget.asManyAsItTakes())).isEmpty();
        assertThat(newest(10)).isEmpty();
    }

    @Test
    void shouldListTheNewestFirstWhetherWrittenRecentlyOrLongAgo() {
        for (int i = 0; i < 20; i++) {
            table.put(GuardKey.of("id-" + i), i / 4, entry(i * 250L, 0));
        }
        table.flush();
        table.put(GuardKey.of("last"), 5, entry(5_100, 0));

        assertThat(newest(3)).containsExactly(5_100L, 4_750L, 4_500L);
        assertThat(newest(100)).hasSize(21);

        table.flush();
        table.close();
        open();
        // Nothing is known of what was written last: from disk, the newest bucket first.
        assertThat(newest(3)).containsExactly(5_100L, 4_750L, 4_500L);
        assertThat(newest(100)).hasSize(21);
    }

    @Test
    void shouldListOnlyWhatIsWanted() {
        for (int i = 0; i < 20; i++) {
            table.put(GuardKey.of((i % 10 == 0 ? "shop:" : "mail:") + i), 1, entry(i, 0));
        }
        table.flush();

        List<Entry> shop =
                table.search().newest(entry -> entry.name().startsWith("shop:"), 5, ScanBudget.asManyAsItTakes());

        assertThat(shop).extracting(Entry::name).containsExactly("shop:10", "shop:0");
    }

    @Test
    void shouldStopWhenItsStepsAreUsedUp() {
        for (int i = 0; i < 200; i++) {
            // Longer identities that begin as the one asked for stand in its way.
            table.put(GuardKey.of("a" + i, 0, 7), 1, entry(i, 0));
        }
        table.flush();
        ScanBudget few = ScanBudget.atMost(50);
        ScanBudget some = ScanBudget.atMost(50);

        table.search().of("a", few);
        List<Entry> listed = table.search().newest(entry -> true, 100, some);

        assertThat(few.usedUp()).isTrue();
        assertThat(some.usedUp()).isTrue();
        assertThat(listed).hasSizeLessThanOrEqualTo(50);
    }

    @Test
    void shouldSayHowTheGuardStands() {
        table.put(GuardKey.of("a"), 2, entry(2_500, 0));
        table.put(GuardKey.of("b"), 4, entry(4_500, 0));
        table.put(GuardKey.of("c"), 4, entry(4_501, 0));

        GuardStats facts = table.facts("1_0", 4_501);

        assertThat(facts.task()).isEqualTo("1_0");
        assertThat(facts.entries()).isEqualTo(3);
        assertThat(facts.oldest()).isEqualTo(2_000);
        assertThat(facts.buckets())
                .containsExactly(new GuardStats.Span(2_000, 3_000, 1), new GuardStats.Span(4_000, 5_000, 2));
        table.flush();
        assertThat(table.facts("1_0", 4_501).bytes()).isPositive();

        table.close();
        open();
        // Its filters are cold, so it is RocksDB that knows.
        assertThat(table.warm()).isFalse();
        assertThat(table.facts("1_0", 4_501).entries()).isEqualTo(3);
    }

    @Test
    void shouldSayWhatHasExpiredAndIsStillThere() {
        table.put(GuardKey.of("a"), 2, entry(2_500, 0));
        table.put(GuardKey.of("b"), 4, entry(4_500, 0));
        table.tick(5_000);

        // Bucket 2 ends at 3,000; ttl and two buckets later nobody can ask for it.
        assertThat(table.facts("1_0", 12_999).expired()).isZero();
        assertThat(table.facts("1_0", 13_000).expired()).isEqualTo(1);
        assertThat(table.facts("1_0", 13_000).evictionLag()).isEqualTo(8_000);
        table.tick(13_000);

        assertThat(table.facts("1_0", 13_000).expired()).isZero();
        assertThat(table.facts("1_0", 13_000).evictionLag()).isZero();
        assertThat(table.facts("1_0", 13_000).entries()).isEqualTo(1);
    }

    private List<Long> newest(int limit) {
        return times(table.search().newest(entry -> true, limit, ScanBudget.asManyAsItTakes()));
    }

    private static List<Long> times(List<Entry> entries) {
        return entries.stream()
                .map(entry -> {
                    GuardEntry kept = entry.kept();
                    return kept == null ? -1L : kept.firstTime();
                })
                .toList();
    }

    private static GuardEntry entry(long time, int generation) {
        return new GuardEntry(
                GuardEntry.Status.DECIDED,
                time,
                time,
                new Coordinates("in", 0, time),
                new Fingerprint(1, 2),
                generation,
                "other",
                false);
    }
}
