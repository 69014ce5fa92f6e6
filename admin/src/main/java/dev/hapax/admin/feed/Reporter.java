package dev.hapax.admin.feed;

import dev.hapax.admin.EventKind;
import dev.hapax.admin.Listeners;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells all clients of a hub how things stand that are in no topic. While there is nobody, nothing is looked at. */
final class Reporter implements Listeners {

    private static final Logger LOG = LoggerFactory.getLogger(Reporter.class);

    private final Hub hub;
    private final ScheduledExecutorService threads;

    /** @param threads as many as may be held up by something slow, and one more */
    Reporter(Hub hub, ScheduledExecutorService threads) {
        this.hub = hub;
        this.threads = threads;
    }

    @Override
    public void report(EventKind kind, Duration every, Supplier<String> look) {
        Report report = new Report(kind, look);
        var unused =
                threads.scheduleAtFixedRate(report::renew, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Something that is looked at, by one thread at a time. */
    private final class Report {

        private final EventKind kind;
        private final Supplier<String> look;
        private String told = "";
        private boolean failing;

        Report(EventKind kind, Supplier<String> look) {
            this.kind = kind;
            this.look = look;
        }

        void renew() {
            if (hub.count() == 0) {
                told = "";
                hub.forget(kind);
                return;
            }
            try {
                String now = look.get();
                failing = false;
                if (!now.equals(told)) {
                    told = now;
                    hub.tell(kind, now);
                }
            } catch (RuntimeException | StackOverflowError e) {
                // What fails would not be looked at again.
                if (!failing && !threads.isShutdown()) {
                    LOG.warn("Clients are not told {} for now: {}", kind.code(), e.toString());
                }
                failing = true;
            }
        }
    }
}
