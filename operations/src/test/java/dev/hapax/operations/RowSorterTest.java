package dev.hapax.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowSorterTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void shouldSortLikeAPlainSortWhateverTheChunks() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int rows : new int[] {0, 1, 2, 7, 8, 9, 100, 12_345}) {
            for (int chunk : new int[] {1, 8, 1_000, 20_000}) {
                if (rows / chunk > 2_000) {
                    continue;
                }
                List<long[]> given = rows(random, rows);

                List<long[]> sorted = sort(given, chunk);

                given.sort(Comparator.<long[]>comparingLong(row -> row[0]).thenComparingLong(row -> row[1]));
                assertThat(sorted.stream().map(Arrays::toString))
                        .as("seed %d, %d rows, chunks of %d", seed, rows, chunk)
                        .containsExactlyElementsOf(
                                given.stream().map(Arrays::toString).toList());
            }
        }
    }

    @Test
    void shouldLeaveNoFileBehind() throws Exception {
        sort(rows(new Random(1), 100), 10);

        try (var files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void shouldNameTheFolderWhenItCannotBeWrittenTo() {
        Path nowhere = folder.resolve("nowhere").resolve("rows");

        assertThatThrownBy(() -> new RowSorter(nowhere, 3, 2, 8).close())
                .isInstanceOf(OperationException.class)
                .hasMessageContaining(nowhere.toString())
                .hasMessageContaining("java.io.tmpdir");
    }

    private List<long[]> sort(List<long[]> given, int chunk) {
        List<long[]> sorted = new ArrayList<>();
        try (RowSorter sorter = new RowSorter(folder.resolve("rows"), 3, 2, chunk)) {
            given.forEach(sorter::add);
            assertThat(sorter.size()).isEqualTo(given.size());
            sorter.forEach("sorting", Progress.UNSEEN, row -> sorted.add(row.clone()));
        }
        return sorted;
    }

    /** Few keys of many kinds, negative and large ones among them, and a third number that follows from the other two. */
    private static List<long[]> rows(Random random, int count) {
        List<long[]> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long first = random.nextInt(5) == 0 ? random.nextLong() : random.nextInt(20) - 10;
            long second = random.nextInt(50);
            rows.add(new long[] {first, second, first * 31 + second});
        }
        return rows;
    }
}
