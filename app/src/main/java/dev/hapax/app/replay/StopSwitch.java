package dev.hapax.app.replay;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Lets Ctrl-C wait for the end of the current transaction. */
final class StopSwitch implements AutoCloseable {

    /** Longer than a transaction may take. */
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean asked;

    boolean isAsked() {
        return asked;
    }

    /** The work has stopped, and its result is printed. */
    void ended() {
        ended.countDown();
    }

    @Override
    public void close() {
        asked = true;
        try {
            // After that, the process ends within a transaction, which is aborted.
            var unused = ended.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
