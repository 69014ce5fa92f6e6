package dev.hapax.demo.delivery;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM of the demo, with the class path of this one. */
final class DemoProcess implements AutoCloseable {

    private final Process process;

    private DemoProcess(Process process) {
        this.process = process;
    }

    static DemoProcess start(Path log, String mainClass, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx384m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                mainClass));
        command.addAll(List.of(arguments));
        return new DemoProcess(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start());
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for its end. */
    int exitCode() throws InterruptedException {
        return process.waitFor();
    }

    /** As by {@code kill -9}. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
