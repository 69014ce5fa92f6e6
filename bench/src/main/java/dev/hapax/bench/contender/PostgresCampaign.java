package dev.hapax.bench.contender;

import dev.hapax.campaign.Recipient;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.operations.campaign.CampaignFile;
import dev.hapax.rendering.CampaignMail;
import dev.hapax.rendering.RenderException;
import dev.hapax.wire.CampaignFormat;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Campaigns as many send them: recipients in a table with a unique address, from which {@link PostgresSkipLocked} takes them. The
 * mail is Hapax's own, so that both render the same.
 */
public final class PostgresCampaign {

    private static final String CREATE = """
            CREATE TABLE mails (
                id bigserial PRIMARY KEY,
                recipient text NOT NULL UNIQUE,
                artifact bytea NOT NULL,
                state text NOT NULL DEFAULT 'ready',
                attempt int NOT NULL DEFAULT 0,
                worker text,
                claimed_at timestamptz,
                ended_at timestamptz,
                evidence text)""";

    private static final String INSERT =
            "INSERT INTO mails (recipient, artifact) VALUES (?, ?) ON CONFLICT (recipient) DO NOTHING";

    private static final int BATCH = 1_000;
    private static final int LARGEST = 1 << 20;

    private final String url;

    public PostgresCampaign(String url) {
        this.url = url;
    }

    /** Sends what is in the table, until the process is stopped. */
    void run(int port, int connections, Path config, Path definition) throws InterruptedException {
        Settings settings = SettingsFile.read(config, name -> null);
        CampaignFile.Defined campaign =
                CampaignFile.read(definition, settings, Clock.systemUTC().instant());
        CampaignMail mail = CampaignMail.of(campaign.id(), campaign.definition(), settings);
        new PostgresSkipLocked(port, url, (recipient, stored) -> render(mail, recipient, stored)).run(connections);
    }

    private static byte[] render(CampaignMail mail, String recipient, byte[] stored) {
        try {
            return mail.render(CampaignFormat.readRecipient(recipient, stored), LARGEST);
        } catch (RenderException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Makes the table anew. */
    public void create() {
        execute("DROP TABLE IF EXISTS mails", CREATE, "CREATE INDEX ready ON mails (id) WHERE state = 'ready'");
    }

    /** So that no run pays for the writes before it. */
    public void settle() {
        execute("VACUUM ANALYZE mails", "CHECKPOINT");
    }

    private void execute(String... statements) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("Postgres refused: " + e.getMessage(), e);
        }
    }

    /** Loads a file with id, address and number, all of it in one transaction. */
    public void load(Path recipients) {
        // The driver sends a batch as one statement.
        String fast = url + (url.contains("?") ? "&" : "?") + "reWriteBatchedInserts=true";
        try (BufferedReader lines = Files.newBufferedReader(recipients);
                Connection connection = DriverManager.getConnection(fast);
                PreparedStatement insert = connection.prepareStatement(INSERT)) {
            connection.setAutoCommit(false);
            lines.readLine();
            int waiting = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] cells = line.split(",", -1);
                insert.setString(1, cells[1]);
                insert.setBytes(2, CampaignFormat.write(new Recipient(cells[0], cells[1], Map.of("number", cells[2]))));
                insert.addBatch();
                if (++waiting % BATCH == 0) {
                    insert.executeBatch();
                }
            }
            insert.executeBatch();
            connection.commit();
        } catch (SQLException e) {
            throw new IllegalStateException("the recipients can't be written to Postgres: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether nothing is left that may be sent. */
    public boolean isSent() {
        return addresses("SELECT recipient FROM mails WHERE state = 'ready' LIMIT 1")
                .isEmpty();
    }

    /** Addresses that were claimed, and have no result. */
    public List<String> claimed() {
        return addresses("SELECT recipient FROM mails WHERE state = 'claimed'");
    }

    /** Addresses that a process has claimed, and that have no result. */
    public List<String> claimedBy(long pid) {
        return addresses("SELECT recipient FROM mails WHERE state = 'claimed' AND worker LIKE '"
                + PostgresSkipLocked.workers(pid) + "%'");
    }

    private List<String> addresses(String query) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            List<String> addresses = new ArrayList<>();
            while (found.next()) {
                addresses.add(found.getString(1));
            }
            return addresses;
        } catch (SQLException e) {
            throw new IllegalStateException("the mails can't be read: " + e.getMessage(), e);
        }
    }
}
