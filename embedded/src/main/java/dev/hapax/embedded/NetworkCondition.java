package dev.hapax.embedded;

import java.time.Duration;

/** What the way between clients and broker is like: clear, slow or silent. */
final class NetworkCondition {

    private Duration delay = Duration.ZERO;
    private boolean silent;
    private int delayed;
    private int held;

    /** Waits as long as it takes to pass. */
    void pass() throws InterruptedException {
        Duration wait;
        synchronized (this) {
            if (silent) {
                held++;
            }
            while (silent) {
                wait();
            }
            wait = delay;
            if (!wait.isZero()) {
                delayed++;
            }
        }
        Thread.sleep(wait.toMillis());
    }

    /** Says how many the delay before has held up. */
    synchronized int delay(Duration each) {
        int before = delayed;
        delayed = 0;
        delay = each;
        return before;
    }

    synchronized void silence() {
        silent = true;
    }

    /** Says how many were held. */
    synchronized int speak() {
        int before = held;
        held = 0;
        silent = false;
        notifyAll();
        return before;
    }
}
