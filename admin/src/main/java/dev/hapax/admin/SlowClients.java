package dev.hapax.admin;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes connections of slow clients: no request within some seconds of connecting, a request that is not completed, or a body
 * sent in small pieces. Jetty itself closes only silent connections.
 */
public final class SlowClients implements Connection.Listener, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SlowClients.class);

    private static final Set<String> BODILESS = Set.of("GET", "HEAD", "OPTIONS");
    private static final int TIMES_AS_LONG_FOR_A_BODY = 3;

    private final long patienceNanos;
    private final Map<Connection, Progress> open = new ConcurrentHashMap<>();
    private final ScheduledExecutorService sweeper;

    /**
     * @param name of the server
     * @param patience how long a client may take to send a request
     */
    public SlowClients(String name, Duration patience, Background background) {
        this.patienceNanos = patience.toNanos();
        this.sweeper = background.scheduler(name + "-slow-clients", 1);
    }

    public void start() {
        long step = Math.max(1, patienceNanos / 10);
        var unused = sweeper.scheduleWithFixedDelay(this::sweep, step, step, TimeUnit.NANOSECONDS);
    }

    @Override
    public void onOpened(Connection connection) {
        // Only HTTP connections, not TLS or WebSocket ones.
        if (connection instanceof ConnectionMetaData) {
            open.put(connection, new Progress());
        }
    }

    @Override
    public void onClosed(Connection connection) {
        open.remove(connection);
    }

    /**
     * The headers of a request are complete; until the response, only its body is timed.
     *
     * @return the request to continue with
     */
    public Request asks(Request request) {
        Connection connection = request.getConnectionMetaData().getConnection();
        Progress progress = open.get(connection);
        if (progress == null) {
            return request;
        }
        boolean body = !BODILESS.contains(request.getMethod());
        progress.asked(body);
        Request.addCompletionListener(request, failure -> progress.answered(connection.getBytesIn()));
        return body ? new Body(request, progress) : request;
    }

    /** A failure with one connection must not keep the others open. */
    private void sweep() {
        open.forEach((connection, progress) -> {
            try {
                if (progress.nanos(connection.getBytesIn()) > patienceNanos) {
                    LOG.debug("Closed {}: no request within {} ms", connection, patienceNanos / 1_000_000);
                    connection.getEndPoint().close();
                }
            } catch (RuntimeException e) {
                open.remove(connection);
                LOG.warn("A slow connection could not be closed: {}", e.toString(), e);
            }
        });
    }

    @Override
    public void close() {
        sweeper.shutdownNow();
    }

    /** Records when the last part of a body is read. */
    private static final class Body extends Request.Wrapper {

        private final Progress progress;

        Body(Request request, Progress progress) {
            super(request);
            this.progress = progress;
        }

        @Override
        public Content.@Nullable Chunk read() {
            Content.Chunk chunk = super.read();
            if (chunk != null && chunk.isLast()) {
                progress.arrived();
            }
            return chunk;
        }
    }

    /** The progress of a connection with its next request. */
    private static final class Progress {

        private enum Step {
            CONNECTED,
            SENDING_BODY,
            ANSWERED_TO,
            BETWEEN
        }

        private Step step = Step.CONNECTED;
        private long bytes;
        private long from = System.nanoTime();

        synchronized void asked(boolean body) {
            step = body ? Step.SENDING_BODY : Step.ANSWERED_TO;
            from = System.nanoTime();
        }

        synchronized void arrived() {
            step = Step.ANSWERED_TO;
        }

        synchronized void answered(long bytesIn) {
            step = Step.BETWEEN;
            bytes = bytesIn;
            from = System.nanoTime();
        }

        /** The time since the client started. */
        synchronized long nanos(long bytesIn) {
            if (step == Step.ANSWERED_TO || (step == Step.BETWEEN && bytesIn == bytes)) {
                from = System.nanoTime();
            }
            long taken = System.nanoTime() - from;
            return step == Step.SENDING_BODY ? taken / TIMES_AS_LONG_FOR_A_BODY : taken;
        }
    }
}
