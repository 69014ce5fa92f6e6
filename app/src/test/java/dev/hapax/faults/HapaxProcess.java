package dev.hapax.faults;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code hapax} as a process of its own, from the folder a user runs it from. */
final class HapaxProcess implements AutoCloseable {

    private final Process process;
    private final Path log;

    private HapaxProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** Starts a command; what it prints, to either side, goes to {@code log}. */
    static HapaxProcess start(Path log, String... arguments) throws IOException {
        Path lib = Path.of(System.getProperty("hapax.root"), "app", "target", "dist", "lib");
        if (!Files.isDirectory(lib)) {
            throw new IllegalStateException(lib + " is missing: these tests run after the package phase");
        }
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-cp",
                lib + File.separator + "*",
                "dev.hapax.app.Hapax"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        return new HapaxProcess(process, log);
    }

    /** As by {@code kill -9}: no hook runs, nothing is flushed. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /** As by {@code kill}. */
    void terminate() {
        process.destroy();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for the end and returns the exit code. */
    int exitCode(long seconds) throws InterruptedException {
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            throw new AssertionError("still running after " + seconds + " s: " + log);
        }
        return process.exitValue();
    }

    String printed() throws IOException {
        return Files.readString(log);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
