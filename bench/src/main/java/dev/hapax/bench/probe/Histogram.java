package dev.hapax.bench.probe;

/** Counts of durations, to within two percent of each. For one thread at a time. */
final class Histogram {

    /** So many steps between a power of two and the next. */
    private static final int STEPS = 64;

    private final long[] counts = new long[STEPS * 64];
    private long count;
    private long max;

    void add(long nanos) {
        counts[index(nanos)]++;
        count++;
        max = Math.max(max, nanos);
    }

    void add(Histogram other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        count += other.count;
        max = Math.max(max, other.max);
    }

    long count() {
        return count;
    }

    long max() {
        return max;
    }

    /** At least this share of all were no longer than so many nanoseconds. */
    long percentile(double share) {
        long wanted = (long) Math.ceil(count * share);
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= wanted && seen > 0) {
                return Math.min(max, upperEnd(i));
            }
        }
        return max;
    }

    private static int index(long nanos) {
        if (nanos < STEPS) {
            return (int) Math.max(0, nanos);
        }
        int power = 63 - Long.numberOfLeadingZeros(nanos);
        int shift = power - 6;
        return (shift + 1) * STEPS + (int) ((nanos >>> shift) - STEPS);
    }

    private static long upperEnd(int index) {
        if (index < STEPS) {
            return index;
        }
        int shift = index / STEPS - 1;
        return ((long) (STEPS + index % STEPS + 1) << shift) - 1;
    }
}
