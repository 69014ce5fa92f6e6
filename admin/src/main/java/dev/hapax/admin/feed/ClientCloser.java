package dev.hapax.admin.feed;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets clients go: from the feed at once, so that others can come in their place, and from their connection after a grace, whether
 * they have read why or not.
 */
final class ClientCloser {

    private static final Logger LOG = LoggerFactory.getLogger(ClientCloser.class);

    private final Hub hub;
    private final Executor writers;
    private final ScheduledExecutorService workers;
    private final Duration grace;

    /** @param grace how long a client that is let go may take to read why */
    ClientCloser(Hub hub, Executor writers, ScheduledExecutorService workers, Duration grace) {
        this.hub = hub;
        this.writers = writers;
        this.workers = workers;
        this.grace = grace;
    }

    /** A client that is let go here. */
    Client client(Wire wire) {
        return new Client(wire, task -> unlessStopped(() -> writers.execute(task)), client -> letGo(client, wire));
    }

    private void letGo(Client client, Wire wire) {
        // By another thread: this one may be going through the clients of the hub.
        unlessStopped(() -> writers.execute(() -> hub.remove(client)));
        unlessStopped(() -> {
            // Who does not read will not read why, either.
            var unused = workers.schedule(wire::cut, grace.toMillis(), TimeUnit.MILLISECONDS);
        });
    }

    private static void unlessStopped(Runnable work) {
        try {
            work.run();
        } catch (RejectedExecutionException e) {
            LOG.debug("Stopping: {}", e.getMessage());
        }
    }
}
