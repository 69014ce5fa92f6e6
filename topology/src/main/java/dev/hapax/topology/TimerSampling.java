package dev.hapax.topology;

/**
 * Has one in sixteen timed, the first among them, so that the clock and the histograms are not paid for with every message. One
 * task's thread uses it.
 */
final class TimerSampling {

    static final long NOT_TIMED = 0;

    private static final int ONE_IN = 16;

    private int seen;

    /** When this one began, in nanoseconds, or {@link #NOT_TIMED}. */
    long begin() {
        return seen++ % ONE_IN == 0 ? System.nanoTime() : NOT_TIMED;
    }
}
