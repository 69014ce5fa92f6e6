package dev.hapax.bench.lab;

import java.net.URI;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Those who look at an instance while it works: connected, reading all they are sent, until they leave. */
public final class Audience implements AutoCloseable {

    /** Who it is made of. */
    public enum Kind {
        /** Nobody: a turn like the others, to tell what chance does. */
        NOBODY(false, false),
        /** Clients of its events. */
        CLIENTS(true, false),
        /** Somebody who opens the dashboard every second. */
        VISITOR(false, true),
        EVERYONE(true, true);

        private final boolean clients;
        private final boolean visitor;

        Kind(boolean clients, boolean visitor) {
            this.clients = clients;
            this.visitor = visitor;
        }

        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
    private @Nullable Watchers watchers;
    private @Nullable Visitor visitor;

    private Audience() {}

    /** @param clients how many, where there are any */
    static Audience enter(Kind kind, URI instance, int clients) {
        Audience audience = new Audience();
        if (kind.clients) {
            audience.watchers = Watchers.connect(instance, clients, () -> audience.fail("a client was let go"));
        }
        if (kind.visitor) {
            audience.visitor = Visitor.begin(instance, audience::fail);
        }
        return audience;
    }

    private void fail(String why) {
        failure.compareAndSet(null, why);
    }

    /** What is measured without those it is measured with would mean nothing. */
    void requirePresent() {
        String why = failure.get();
        if (why != null) {
            throw new ContenderException(why);
        }
    }

    /** What its clients were sent so far. */
    long bytes() {
        return watchers == null ? 0 : watchers.bytes();
    }

    @Override
    public void close() {
        if (visitor != null) {
            visitor.close();
        }
        if (watchers != null) {
            watchers.close();
        }
    }
}
