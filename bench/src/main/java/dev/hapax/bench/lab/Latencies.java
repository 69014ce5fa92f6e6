package dev.hapax.bench.lab;

import java.util.Arrays;

/**
 * How long messages took, in milliseconds.
 *
 * @param messages how many were timed
 * @param missing how many of those sent never came out
 * @param load what they were sent under
 */
public record Latencies(double p50, double p99, double p999, double max, long messages, long missing, Load load) {

    /**
     * What a machine had to carry.
     *
     * @param rate messages a second
     * @param busy the share of its cores that were at work, whoever they worked for; below 0 where that can't be told
     */
    public record Load(int rate, double busy) {}

    static Latencies of(long[] nanos, long missing, Load load) {
        if (nanos.length == 0) {
            throw new ContenderException("none of " + missing + " messages came out");
        }
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return new Latencies(
                at(sorted, 0.5), at(sorted, 0.99), at(sorted, 0.999), at(sorted, 1), sorted.length, missing, load);
    }

    private static double at(long[] sorted, double share) {
        int rank = (int) Math.ceil(share * sorted.length);
        return sorted[Math.max(0, rank - 1)] / 1e6;
    }
}
