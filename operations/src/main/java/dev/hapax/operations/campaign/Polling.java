package dev.hapax.operations.campaign;

import dev.hapax.operations.OperationException;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Looks again and again until there is an answer, or until time is up. */
final class Polling {

    private static final Duration PAUSE = Duration.ofMillis(50);

    private final long deadline;

    Polling(Duration wait) {
        this.deadline = System.nanoTime() + wait.toNanos();
    }

    /** What the look finds; null if it finds nothing in time. */
    <T> @Nullable T until(Supplier<? extends @Nullable T> look) {
        while (true) {
            T found = look.get();
            if (found != null || System.nanoTime() - deadline > 0) {
                return found;
            }
            try {
                Thread.sleep(PAUSE.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new OperationException("interrupted while waiting for the ledger's decision", e);
            }
        }
    }
}
