package dev.hapax.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** An {@link EmbeddedBroker} in a JVM of its own, which can be killed without warning. */
public final class BrokerProcess implements AutoCloseable {

    private static final int STOP_WITHIN_SECONDS = 30;
    private static final int READY_WITHIN_MINUTES = 2;
    private static final int LAST_LINES = 12;

    private final Process process;
    private final Path log;
    private final String bootstrapServers;

    private BrokerProcess(Process process, Path log, String bootstrapServers) {
        this.process = process;
        this.log = log;
        this.bootstrapServers = bootstrapServers;
    }

    /** Starts a broker and returns once it answers; what it prints is kept in {@code broker.log} in its folder. */
    public static BrokerProcess start(Path dataFolder, BrokerOptions options) {
        return launch(dataFolder, BrokerAddress.alone(options), options).awaitReady();
    }

    /** Starts a broker and returns at once: it is not {@linkplain #awaitReady ready} yet. */
    static BrokerProcess launch(Path dataFolder, BrokerAddress place, BrokerOptions options) {
        try {
            Files.createDirectories(dataFolder);
            var log = dataFolder.resolve("broker.log");
            var process = new ProcessBuilder(command(dataFolder, place, options))
                    .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            return new BrokerProcess(process, log, BrokerSockets.HOST + ":" + place.clients());
        } catch (IOException e) {
            throw new BrokerException("the broker process could not be started: " + e.getMessage(), e);
        }
    }

    /** Waits until the broker answers, and returns it with the address it has. */
    BrokerProcess awaitReady() {
        // Its pipe is read by a thread that may wait for ever; whoever waits for the broker must not.
        var address = CompletableFuture.supplyAsync(this::firstLine, task -> new Thread(task).start())
                .completeOnTimeout("", READY_WITHIN_MINUTES, TimeUnit.MINUTES)
                .join();
        if (address.isEmpty()) {
            var state = process.isAlive()
                    ? "is not ready after " + READY_WITHIN_MINUTES + " minutes"
                    : "ended before it was ready";
            kill();
            throw new BrokerException(
                    "the broker process " + state + "; " + log + " says why, at its end:\n" + lastWords());
        }
        return new BrokerProcess(process, log, address);
    }

    /** What it prints first, which is its address; empty when it ends without. */
    private String firstLine() {
        try {
            var said = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            return Objects.requireNonNullElse(said.readLine(), "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String bootstrapServers() {
        return bootstrapServers;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Ends the process as a crash would (SIGKILL), and returns when it is gone. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Stops the broker in good order. */
    @Override
    public void close() {
        beginToStop();
        if (!awaitEnd()) {
            kill();
        }
    }

    /** Has the broker stop in good order, and does not wait for it. */
    void beginToStop() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // The pipe is broken when the process is gone already, which is what close wants.
            if (process.isAlive()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private String lastWords() {
        try {
            var lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        } catch (IOException e) {
            return "(it cannot be read: " + e.getMessage() + ")";
        }
    }

    private boolean awaitEnd() {
        try {
            return process.waitFor(STOP_WITHIN_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private static List<String> command(Path dataFolder, BrokerAddress place, BrokerOptions options) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options.jvmFlags());
        command.addAll(List.of(
                "-cp", System.getProperty("java.class.path"), BrokerMain.class.getName(), dataFolder.toString()));
        command.addAll(place.words());
        options.properties().forEach((key, value) -> command.add(key + "=" + value));
        return command;
    }
}
