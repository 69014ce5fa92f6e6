package dev.hapax.cluster;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Suppresses the warnings of Kafka's clients about failed connections while a command connects, which reports the failure once.
 * A running instance logs them all.
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
