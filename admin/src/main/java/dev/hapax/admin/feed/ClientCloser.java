package dev.hapax.admin.feed;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Disconnects clients: from the feed at once, so that others can connect, and from their connection after a grace period, whether
 * or not they have read the reason.
 */
final class ClientCloser {

    private static final Logger LOG = LoggerFactory.getLogger(ClientCloser.class);

    private final Hub hub;
    private final Executor writers;
    private final ScheduledExecutorService workers;
    private final Duration grace;

    /** @param grace the time a disconnected client has to read the reason */
    ClientCloser(Hub hub, Executor writers, ScheduledExecutorService workers, Duration grace) {
        this.hub = hub;
        this.writers = writers;
        this.workers = workers;
        this.grace = grace;
    }

    /** A client that this closer disconnects. */
    Client client(Wire wire) {
        return new Client(wire, task -> unlessStopped(() -> writers.execute(task)), client -> letGo(client, wire));
    }

    private void letGo(Client client, Wire wire) {
        // On another thread: this one may be iterating over the clients of the hub.
        unlessStopped(() -> writers.execute(() -> hub.remove(client)));
        unlessStopped(() -> {
            // A client that does not read will not read the reason either.
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
