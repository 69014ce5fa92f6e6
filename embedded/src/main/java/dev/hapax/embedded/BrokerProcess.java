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
import java.util.concurrent.TimeUnit;

/** An {@link EmbeddedBroker} in a JVM of its own, which can be killed without warning. */
public final class BrokerProcess implements AutoCloseable {

    private static final int STOP_WITHIN_SECONDS = 30;

    private final Process process;
    private final String bootstrapServers;

    private BrokerProcess(Process process, String bootstrapServers) {
        this.process = process;
        this.bootstrapServers = bootstrapServers;
    }

    /** Starts a broker and returns once it answers; what it prints is kept in {@code broker.log} in its folder. */
    public static BrokerProcess start(Path dataFolder, BrokerOptions options) {
        try {
            Files.createDirectories(dataFolder);
            var log = dataFolder.resolve("broker.log");
            var process = new ProcessBuilder(command(dataFolder, options))
                    .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
            var said = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            var bootstrapServers = said.readLine();
            if (bootstrapServers == null) {
                process.destroyForcibly();
                throw new BrokerException("the broker process ended before it was ready; " + log + " says why");
            }
            return new BrokerProcess(process, bootstrapServers);
        } catch (IOException e) {
            throw new BrokerException("the broker process could not be started: " + e.getMessage(), e);
        }
    }

    public String bootstrapServers() {
        return bootstrapServers;
    }

    public int port() {
        return Integer.parseInt(bootstrapServers.substring(bootstrapServers.lastIndexOf(':') + 1));
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
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // The pipe is broken when the process is gone already, which is what close wants.
            if (process.isAlive()) {
                throw new UncheckedIOException(e);
            }
        }
        if (!awaitEnd()) {
            kill();
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

    private static List<String> command(Path dataFolder, BrokerOptions options) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options.jvmFlags());
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                BrokerMain.class.getName(),
                dataFolder.toString(),
                Integer.toString(options.port())));
        options.properties().forEach((key, value) -> command.add(key + "=" + value));
        return command;
    }
}
