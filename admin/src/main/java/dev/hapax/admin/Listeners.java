package dev.hapax.admin;

import java.time.Duration;
import java.util.function.Supplier;

/** The connected event clients, for parts with data that is in no topic. */
public interface Listeners {

    /**
     * Reads a value repeatedly while clients are connected, once for all of them, and sends it when it has changed. Clients that
     * connect later get the last value.
     *
     * @param look returns JSON on one line; exceptions are logged, and it is called again
     */
    void report(EventKind kind, Duration every, Supplier<String> look);
}
