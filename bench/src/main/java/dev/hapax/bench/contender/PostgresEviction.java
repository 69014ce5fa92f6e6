package dev.hapax.bench.contender;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the keys that are over age from the guard table, every second and so in small portions. Ends the process when it
 * fails: a guard that only grows is no steady state.
 */
final class PostgresEviction implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PostgresEviction.class);
    private static final String DELETE = "DELETE FROM guard WHERE seen < now() - ? * interval '1 millisecond'";
    private static final long EVERY_MILLIS = 1_000;

    private final Thread thread;

    private PostgresEviction(Connection connection, Duration ttl) {
        this.thread = new Thread(() -> run(connection, ttl), "eviction");
    }

    static PostgresEviction start(Connection connection, Duration ttl) {
        PostgresEviction eviction = new PostgresEviction(connection, ttl);
        eviction.thread.start();
        return eviction;
    }

    private static void run(Connection connection, Duration ttl) {
        try (connection;
                PreparedStatement delete = connection.prepareStatement(DELETE)) {
            delete.setLong(1, ttl.toMillis());
            while (true) {
                Thread.sleep(EVERY_MILLIS);
                delete.executeUpdate();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            LOG.error("eviction failed", e);
            Runtime.getRuntime().halt(1);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
