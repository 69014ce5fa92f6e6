package dev.hapax.topology;

/** So many lines of one kind a minute, and how many were left out. Safe for all threads of an instance. */
final class LineBudget {

    /** In place of a number of lines: this one is left out. */
    static final long LEFT_OUT = -1;

    private static final long MINUTE = 60_000;

    private final int lines;
    private long begin;
    private int said;
    private long leftOut;

    private LineBudget(int lines) {
        this.lines = lines;
    }

    static LineBudget perMinute(int lines) {
        return new LineBudget(lines);
    }

    /** How many lines were left out since the last that was said, or {@link #LEFT_OUT} when this one is too. */
    synchronized long ask(long now) {
        if (now - begin >= MINUTE) {
            begin = now;
            said = 0;
        }
        if (said == lines) {
            leftOut++;
            return LEFT_OUT;
        }
        said++;
        long before = leftOut;
        leftOut = 0;
        return before;
    }
}
