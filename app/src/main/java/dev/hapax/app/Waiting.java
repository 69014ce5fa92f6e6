package dev.hapax.app;

import java.io.PrintWriter;
import java.time.Clock;
import java.util.function.Supplier;

/** Shows how long a command has been waiting for something that reports no progress. */
public final class Waiting {

    private static final long EVERY_MILLIS = 1_000;

    private Waiting() {}

    public static <T> T during(String what, PrintWriter err, Clock clock, Supplier<T> work) {
        LiveLine line = new LiveLine(err, clock);
        long began = clock.millis();
        Thread shown = new Thread(
                () -> {
                    try {
                        while (true) {
                            Thread.sleep(EVERY_MILLIS);
                            line.show(() -> what + ": " + (clock.millis() - began) / 1_000 + " s");
                        }
                    } catch (InterruptedException e) {
                        // The work is done.
                        line.end();
                    }
                },
                "waiting");
        shown.setDaemon(true);
        shown.start();
        try {
            return work.get();
        } finally {
            shown.interrupt();
            join(shown);
        }
    }

    private static void join(Thread shown) {
        try {
            shown.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
