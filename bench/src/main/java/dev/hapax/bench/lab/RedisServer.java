package dev.hapax.bench.lab;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** Redis in a process of its own, on a free port of this machine. */
public final class RedisServer implements GuardServer {

    private static final String PROGRAM = "redis-server";
    private static final Duration START_WITHIN = Duration.ofSeconds(30);

    private final Process process;
    private final int port;

    private RedisServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Why it can't be started here, if so, and what to do about it. */
    public static Optional<String> whyMissing() {
        return program().isPresent()
                ? Optional.empty()
                : Optional.of(PROGRAM + " is not on PATH: apt-get install -y redis-server");
    }

    /** Starts it and returns once it answers; its log and its data are kept in the folder. */
    public static RedisServer start(Path folder) {
        Path program = program()
                .orElseThrow(() -> new IllegalStateException(whyMissing().orElseThrow()));
        try {
            Files.createDirectories(folder);
            int port = freePort();
            Process process = new ProcessBuilder(command(program, port))
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("redis.log").toFile())
                    .start();
            RedisServer server = new RedisServer(process, port);
            server.awaitAnswer(folder);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("Redis could not be started: " + e.getMessage(), e);
        }
    }

    private static List<String> command(Path program, int port) {
        return List.of(
                program.toString(),
                "--bind",
                "127.0.0.1",
                "--port",
                Integer.toString(port),
                // A guard that is empty after a restart lets every duplicate through, so a log is kept. Written through
                // once a second: a sync for every pipeline would make Redis as slow as a database, which nobody wants
                // of it.
                "--appendonly",
                "yes",
                "--appendfsync",
                "everysec",
                // The log is enough; snapshots beside it would be work for nothing.
                "--save",
                "");
    }

    private void awaitAnswer(Path folder) {
        long deadline = System.nanoTime() + START_WITHIN.toNanos();
        while (true) {
            try (Jedis redis = connect()) {
                redis.ping();
                return;
            } catch (JedisConnectionException e) {
                if (!process.isAlive() || System.nanoTime() > deadline) {
                    close();
                    throw new IllegalStateException(
                            "Redis does not answer; " + folder.resolve("redis.log") + " says why", e);
                }
            }
            pause();
        }
    }

    @Override
    public String contender() {
        return "redis";
    }

    @Override
    public String address() {
        return "127.0.0.1:" + port;
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public long entries() {
        try (Jedis redis = connect()) {
            return redis.dbSize();
        }
    }

    @Override
    public void clear() {
        try (Jedis redis = connect()) {
            redis.flushAll();
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private Jedis connect() {
        return new Jedis("127.0.0.1", port);
    }

    private static Optional<Path> program() {
        return Stream.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator))
                .map(folder -> Path.of(folder, PROGRAM))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
