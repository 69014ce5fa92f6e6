package dev.hapax.bench.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/** When messages were slow: the worst of each tenth of a second, to be laid beside a recording of the contender. */
final class SlowMessages {

    private static final long STEP = 100_000_000;

    /** By step of the clock, how many were sent in it and the longest any of them took, in nanoseconds. */
    private final SortedMap<Long, long[]> steps = new TreeMap<>();

    void add(long sentNanos, long tookNanos) {
        long[] step = steps.computeIfAbsent(Math.floorDiv(sentNanos, STEP), unused -> new long[2]);
        step[0]++;
        step[1] = Math.max(step[1], tookNanos);
    }

    void write(Path file) {
        long now = System.nanoTime();
        Instant today = Instant.now();
        List<String> lines = new ArrayList<>();
        lines.add("time,messages,worst_ms");
        steps.forEach((step, seen) -> lines.add(
                String.format(Locale.ROOT, "%s,%d,%.1f", today.minusNanos(now - step * STEP), seen[0], seen[1] / 1e6)));
        try {
            Files.write(file, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " can't be written", e);
        }
    }
}
