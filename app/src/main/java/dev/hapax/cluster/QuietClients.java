package dev.hapax.cluster;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Keeps Kafka's clients from reporting each failed try to connect, while one message of ours will say it better. A running
 * instance reports them all.
 */
final class QuietClients implements AutoCloseable {

    private static final String NETWORK = "org.apache.kafka.clients.NetworkClient";

    QuietClients() {
        level(Level.ERROR);
    }

    private static void level(@Nullable Level level) {
        if (LoggerFactory.getLogger(NETWORK) instanceof Logger logger) {
            logger.setLevel(level);
        }
    }

    @Override
    public void close() {
        level(null);
    }
}
