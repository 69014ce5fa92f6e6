package dev.hapax.bench.contender;

import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Dedup by a table of keys in Postgres: one statement inserts the keys of a poll, and those it returns may pass. Postgres
 * and Kafka do not commit together: after a crash between the two, what Postgres remembers and Kafka never got is dropped
 * as a duplicate.
 */
final class PostgresGuard implements Contender {

    // Not partitioned by time, though old partitions would be cheap to drop: a unique key can't span partitions.
    private static final String TABLE = """
            CREATE TABLE IF NOT EXISTS guard (key text COLLATE "C" PRIMARY KEY, seen timestamptz NOT NULL);
            CREATE INDEX IF NOT EXISTS guard_seen ON guard (seen)
            """;

    // A key that stands twice in the array is inserted and returned once.
    private static final String INSERT = """
            INSERT INTO guard (key, seen) SELECT unnest(?), now() ON CONFLICT DO NOTHING RETURNING key
            """;

    @Override
    public AutoCloseable start(Job job) throws Exception {
        String url = job.option("postgres");
        Connection own = DriverManager.getConnection(url);
        try (Statement statement = own.createStatement()) {
            statement.execute(TABLE);
        }
        PostgresEviction eviction = PostgresEviction.start(own, job.wallTtl());
        ConsumeAndProduce work = ConsumeAndProduce.start(job, () -> Connected.to(url));
        return () -> {
            work.close();
            eviction.close();
        };
    }

    private record Connected(Connection connection, PreparedStatement insert) implements ConsumeAndProduce.Guard {

        static Connected to(String url) throws SQLException {
            Connection connection = DriverManager.getConnection(url);
            return new Connected(connection, connection.prepareStatement(INSERT));
        }

        @Override
        public List<ConsumerRecord<byte[], byte[]>> admit(ConsumerRecords<byte[], byte[]> polled) throws SQLException {
            if (polled.isEmpty()) {
                return List.of();
            }
            List<String> keys = new ArrayList<>(polled.count());
            polled.forEach(record -> keys.add(new String(record.key(), StandardCharsets.UTF_8)));
            Set<String> inserted = insert(keys);
            List<ConsumerRecord<byte[], byte[]>> admitted = new ArrayList<>(inserted.size());
            int next = 0;
            for (ConsumerRecord<byte[], byte[]> record : polled) {
                // Removed, so that a second record with the key in the same poll does not pass.
                if (inserted.remove(keys.get(next++))) {
                    admitted.add(record);
                }
            }
            return admitted;
        }

        private Set<String> insert(List<String> keys) throws SQLException {
            Array array = connection.createArrayOf("text", keys.toArray());
            insert.setArray(1, array);
            Set<String> inserted = new HashSet<>();
            try (ResultSet returned = insert.executeQuery()) {
                while (returned.next()) {
                    inserted.add(returned.getString(1));
                }
            }
            array.free();
            return inserted;
        }

        @Override
        public void close() {
            try {
                connection.close();
            } catch (SQLException e) {
                throw new IllegalStateException("the connection did not close: " + e.getMessage(), e);
            }
        }
    }

    /**
     * Deletes the keys that are over age from the guard table, every second and so in small portions. Ends the process when it
     * fails: a guard that only grows is no steady state.
     */
    static final class PostgresEviction implements AutoCloseable {

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
}
