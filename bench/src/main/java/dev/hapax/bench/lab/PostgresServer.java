package dev.hapax.bench.lab;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Postgres in processes of its own, from binaries that come with the bench, on a free port of this machine. */
public final class PostgresServer implements GuardServer {

    private final EmbeddedPostgres postgres;
    private final String url;
    private final long pid;

    private PostgresServer(EmbeddedPostgres postgres, long pid) {
        this.postgres = postgres;
        this.url = postgres.getJdbcUrl("postgres", "postgres");
        this.pid = pid;
    }

    /** Why it can't be started here, if so, and what to do about it. */
    public static Optional<String> whyMissing() {
        String system = System.getProperty("os.name") + " on " + System.getProperty("os.arch");
        if (system.startsWith("Linux") && !system.endsWith("amd64")) {
            return Optional.of("the bench has no Postgres for " + system + ": run it on amd64");
        }
        // Postgres refuses to run as root, so root needs a user namespace for it.
        if (System.getProperty("user.name").equals("root") && !succeeds("unshare", "-U", "true")) {
            return Optional.of(
                    "Postgres does not run as root, and user namespaces are not allowed here: run the bench as"
                            + " another user");
        }
        return Optional.empty();
    }

    /** Starts it and returns once it answers; binaries, data and log are kept in the folder. */
    public static PostgresServer start(Path folder) {
        Path data = folder.resolve("data").toAbsolutePath();
        try {
            Files.createDirectories(data);
            var log = ProcessBuilder.Redirect.appendTo(
                    folder.resolve("postgres.log").toFile());
            EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                    .setOverrideWorkingDirectory(folder.resolve("program").toFile())
                    .setDataDirectory(data)
                    // The whole folder goes when the bench ends.
                    .setCleanDataDirectory(false)
                    .setOutputRedirector(log)
                    .setErrorRedirector(log)
                    // As Postgres has it by default, and an embedded one for tests has not.
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    // What every guide raises first; the default of 128 MB is for the smallest machines.
                    .setServerConfig("shared_buffers", "512MB")
                    .setServerConfig("max_wal_size", "4GB")
                    .setServerConfig("max_connections", "20")
                    .start();
            return new PostgresServer(postgres, readPid(data));
        } catch (IOException e) {
            throw new UncheckedIOException("Postgres could not be started: " + e.getMessage(), e);
        }
    }

    private static long readPid(Path data) throws IOException {
        return Long.parseLong(
                Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip());
    }

    @Override
    public String contender() {
        return "postgres";
    }

    @Override
    public String address() {
        return url;
    }

    @Override
    public long pid() {
        return pid;
    }

    @Override
    public long entries() {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet counted = statement.executeQuery("SELECT count(*) FROM guard")) {
            counted.next();
            return counted.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException("the guard table can't be counted: " + e.getMessage(), e);
        }
    }

    @Override
    public void clear() {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS guard");
            // So that no run pays for the writes of the one before.
            statement.execute("CHECKPOINT");
        } catch (SQLException e) {
            throw new IllegalStateException("the guard table can't be removed: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        try {
            postgres.close();
        } catch (IOException e) {
            throw new UncheckedIOException("Postgres did not stop: " + e.getMessage(), e);
        }
    }

    private static boolean succeeds(String... command) {
        try {
            Process process = new ProcessBuilder(command).start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
