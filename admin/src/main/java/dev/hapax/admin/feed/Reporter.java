package dev.hapax.admin.feed;

import dev.hapax.admin.EventKind;
import dev.hapax.admin.Listeners;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends data that is in no topic to all clients of a hub. Reads nothing while no client is connected. */
final class Reporter implements Listeners {

    private static final Logger LOG = LoggerFactory.getLogger(Reporter.class);

    private final Hub hub;
    private final ScheduledExecutorService threads;

    /** @param threads one more than can be blocked by slow sources */
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

    /** A source of data, read by one thread at a time. */
    private final class Report {

        private final EventKind kind;
        private final Supplier<String> look;
        private String sent = "";
        private boolean failing;

        Report(EventKind kind, Supplier<String> look) {
            this.kind = kind;
            this.look = look;
        }

        void renew() {
            if (hub.count() == 0) {
                sent = "";
                hub.forget(kind);
                return;
            }
            try {
                String now = look.get();
                failing = false;
                if (!now.equals(sent)) {
                    sent = now;
                    hub.send(kind, now);
                }
            } catch (RuntimeException | StackOverflowError e) {
                // A task that throws would not be scheduled again.
                if (!failing && !threads.isShutdown()) {
                    LOG.warn("Event {} cannot be sent at the moment: {}", kind.code(), e.toString());
                }
                failing = true;
            }
        }
    }
}
