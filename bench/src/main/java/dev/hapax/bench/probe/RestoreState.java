package dev.hapax.bench.probe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How far a contender has come with the restoring of its state.
 *
 * @param partitions how many are restored
 * @param records how many records of the changelog that took
 * @param millis from the beginning of the first to the end of the last
 */
public record RestoreState(int partitions, long records, long millis) {

    /** What a {@link RestoreLog} has written so far. */
    public static RestoreState read(Path file) {
        return Files.exists(file) ? of(lines(file)) : new RestoreState(0, 0, 0);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static RestoreState of(List<String> lines) {
        List<Long> began = new ArrayList<>();
        List<Long> ended = new ArrayList<>();
        long records = 0;
        for (String line : lines) {
            String[] words = line.split(" ", -1);
            long time = Long.parseLong(words[0]);
            if (words[1].equals("began")) {
                began.add(time);
            } else {
                ended.add(time);
                records += Long.parseLong(words[3]);
            }
        }
        long first = began.stream().mapToLong(Long::longValue).min().orElse(0);
        long last = ended.stream().mapToLong(Long::longValue).max().orElse(first);
        return new RestoreState(ended.size(), records, last - first);
    }
}
