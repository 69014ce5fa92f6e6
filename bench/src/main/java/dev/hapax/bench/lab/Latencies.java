package dev.hapax.bench.lab;

import java.util.Arrays;

/**
 * How long messages took, in milliseconds.
 *
 * @param messages how many were timed
 * @param missing how many of those sent never came out
 */
public record Latencies(double p50, double p99, double p999, double max, long messages, long missing) {

    static Latencies of(long[] nanos, long missing) {
        if (nanos.length == 0) {
            throw new ContenderException("none of " + missing + " messages came out");
        }
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return new Latencies(
                at(sorted, 0.5), at(sorted, 0.99), at(sorted, 0.999), at(sorted, 1), sorted.length, missing);
    }

    private static double at(long[] sorted, double share) {
        int rank = (int) Math.ceil(share * sorted.length);
        return sorted[Math.max(0, rank - 1)] / 1e6;
    }
}
