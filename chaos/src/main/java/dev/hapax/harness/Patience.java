package dev.hapax.harness;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waiting for what must come true. */
public final class Patience {

    private static final Duration BETWEEN = Duration.ofMillis(50);

    private Patience() {}

    /** Asks until the answer is yes; an answer that fails is the last one. */
    public static void until(String what, Duration patience, Callable<Boolean> holds) {
        if (!within(patience, holds)) {
            throw new AssertionError("waited " + patience.toSeconds() + " s, and this did not come true: " + what);
        }
    }

    /** Whether the answer was yes in time. */
    public static boolean within(Duration patience, Callable<Boolean> holds) {
        long end = System.nanoTime() + patience.toNanos();
        while (!ask(holds)) {
            if (System.nanoTime() > end || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(BETWEEN.toNanos());
        }
        return true;
    }

    private static boolean ask(Callable<Boolean> holds) {
        try {
            return holds.call();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
