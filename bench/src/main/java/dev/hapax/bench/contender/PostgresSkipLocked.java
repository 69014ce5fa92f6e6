package dev.hapax.bench.contender;

import dev.hapax.channel.smtp.SmtpChannel;
import dev.hapax.worker.Channel;
import dev.hapax.worker.DueDelivery;
import dev.hapax.worker.Lease;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker as most are built: a table of mails, a batch of them claimed with {@code FOR UPDATE SKIP LOCKED} and committed before
 * anything is sent, their results recorded in a second transaction. What was claimed and has no result needs a person, as with
 * Hapax. Each thread has a connection to the database and one to the mail server.
 */
public final class PostgresSkipLocked {

    /** As many as Hapax claims by default. */
    private static final int BATCH = 20;

    private static final long LEASE_MILLIS = 120_000;
    private static final long IDLE_MILLIS = 20;

    private static final String CREATE = """
            CREATE TABLE mails (
                id bigint PRIMARY KEY,
                recipient text NOT NULL,
                artifact bytea NOT NULL,
                state text NOT NULL DEFAULT 'ready',
                attempt int NOT NULL DEFAULT 0,
                worker text,
                claimed_at timestamptz,
                ended_at timestamptz,
                evidence text)""";

    private static final String CLAIM = """
            UPDATE mails SET state = 'claimed', attempt = attempt + 1, worker = ?, claimed_at = now()
            WHERE id IN (SELECT id FROM mails WHERE state = 'ready' ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED)
            RETURNING id, recipient, artifact""";

    private static final String RECORD = """
            UPDATE mails SET state = result.state, evidence = result.evidence, ended_at = now()
            FROM unnest(?::bigint[], ?::text[], ?::text[]) AS result(id, state, evidence)
            WHERE mails.id = result.id AND mails.state = 'claimed' AND mails.worker = ?""";

    private static final Logger LOG = LoggerFactory.getLogger(PostgresSkipLocked.class);

    private final int port;
    private final String url;
    private final Rendering rendering;

    /** What is sent for a row of the table. */
    @FunctionalInterface
    interface Rendering {

        byte[] mail(String recipient, byte[] stored);
    }

    /** The table has the mails as they are sent. */
    PostgresSkipLocked(int port, String url) {
        this(port, url, (recipient, stored) -> stored);
    }

    PostgresSkipLocked(int port, String url, Rendering rendering) {
        this.port = port;
        this.url = url;
        this.rendering = rendering;
    }

    /** Makes the table anew, with so many mails that may be sent. */
    public static void fill(String url, long messages) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS mails");
            statement.execute(CREATE);
            statement.execute("CREATE INDEX ready ON mails (id) WHERE state = 'ready'");
            connection.setAutoCommit(false);
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO mails (id, recipient, artifact) VALUES (?, ?, ?)")) {
                for (long number = 0; number < messages; number++) {
                    insert.setLong(1, number);
                    insert.setString(2, BenchMail.recipient(number));
                    insert.setBytes(3, BenchMail.of(number));
                    insert.addBatch();
                    if (number % 1_000 == 0) {
                        insert.executeBatch();
                    }
                }
                insert.executeBatch();
            }
            connection.commit();
            connection.setAutoCommit(true);
            statement.execute("VACUUM ANALYZE mails");
            // So that no run pays for the writes before it.
            statement.execute("CHECKPOINT");
        } catch (SQLException e) {
            throw new IllegalStateException("the mails can't be written to Postgres: " + e.getMessage(), e);
        }
    }

    void run(int connections) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            String name = workers(ProcessHandle.current().pid()) + i;
            threads.add(new Thread(() -> work(name), name));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** How the names of a process' threads begin, by which the table knows them. */
    static String workers(long pid) {
        return "send-" + pid + "-";
    }

    private void work(String name) {
        try (Connection connection = DriverManager.getConnection(url);
                PreparedStatement claim = connection.prepareStatement(CLAIM);
                PreparedStatement record = connection.prepareStatement(RECORD);
                SmtpChannel channel = BenchMail.channel(port)) {
            connection.setAutoCommit(false);
            claim.setString(1, name);
            claim.setInt(2, BATCH);
            record.setString(4, name);
            while (true) {
                Lease lease = Lease.start(Lease.Clocks.system(), LEASE_MILLIS);
                List<DueDelivery> claimed = claim(connection, claim);
                if (claimed.isEmpty()) {
                    Thread.sleep(IDLE_MILLIS);
                } else {
                    record(connection, record, claimed, send(channel, claimed, lease));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            LOG.error("{} failed", name, e);
            Runtime.getRuntime().halt(1);
        }
    }

    private List<DueDelivery> claim(Connection connection, PreparedStatement claim) throws SQLException {
        List<DueDelivery> claimed = new ArrayList<>();
        try (ResultSet found = claim.executeQuery()) {
            while (found.next()) {
                String recipient = found.getString(2);
                byte[] mail = rendering.mail(recipient, found.getBytes(3));
                claimed.add(BenchMail.due(found.getLong(1), recipient, mail));
            }
        }
        connection.commit();
        return claimed;
    }

    private static List<Channel.Sent> send(SmtpChannel channel, List<DueDelivery> claimed, Lease lease) {
        return claimed.stream().map(due -> channel.send(due, lease)).toList();
    }

    private static void record(
            Connection connection, PreparedStatement record, List<DueDelivery> claimed, List<Channel.Sent> sent)
            throws SQLException {
        record.setArray(
                1,
                connection.createArrayOf(
                        "bigint", claimed.stream().map(DueDelivery::offset).toArray()));
        record.setArray(
                2,
                connection.createArrayOf(
                        "text", sent.stream().map(it -> it.result().name()).toArray()));
        record.setArray(
                3,
                connection.createArrayOf(
                        "text", sent.stream().map(Channel.Sent::evidence).toArray()));
        record.executeUpdate();
        connection.commit();
    }
}
