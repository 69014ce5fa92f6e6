package dev.hapax.admin;

import java.time.Duration;
import java.util.function.Supplier;

/** Those who are connected for events, for parts with something to tell that is in no topic. */
public interface Listeners {

    /**
     * Looks at something again and again while anyone is connected, once for all of them, and tells it whenever it has changed;
     * to who connects later, as it last was.
     *
     * @param look JSON, on one line; what it throws is logged, and it is asked again
     */
    void report(EventKind kind, Duration every, Supplier<String> look);
}
