package dev.hapax.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@code hapax} as a process of its own, from the folder a user runs it from. */
public final class HapaxProcess implements AutoCloseable {

    /** Sooner up, and lighter on a machine that runs broker, tests and instances at once; not what to measure with. */
    public static final List<String> QUICK_TO_START =
            List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private final Process process;
    private final Path out;
    private final Path err;

    private HapaxProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Starts a command; what it prints to standard error goes to {@code log}, the rest beside it. */
    public static HapaxProcess start(Path log, String... arguments) throws IOException {
        return start(log, Map.of(), arguments);
    }

    /** Starts a command with these environment variables besides the test's own. */
    public static HapaxProcess start(Path log, Map<String, String> environment, String... arguments)
            throws IOException {
        return start(log, environment, QUICK_TO_START, arguments);
    }

    /** Starts a command in a JVM with these flags. */
    public static HapaxProcess start(
            Path log, Map<String, String> environment, List<String> jvmFlags, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Distribution.java());
        command.addAll(Distribution.ofRoot().command(jvmFlags));
        command.add("dev.hapax.app.Hapax");
        command.addAll(List.of(arguments));
        Path out = log.resolveSibling(log.getFileName() + ".out");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(out.toFile()))
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        return new HapaxProcess(builder.start(), out, log);
    }

    /** As by {@code kill -9}: no hook runs, nothing is flushed. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /** As by {@code kill -STOP}: it stands still where it is, and knows nothing of it. */
    public void stall() throws IOException, InterruptedException {
        signal("-STOP");
    }

    /** As by {@code kill -CONT}. */
    public void resume() throws IOException, InterruptedException {
        signal("-CONT");
    }

    private void signal(String signal) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("kill " + signal + " ended with " + code);
        }
    }

    /** As by {@code kill}. */
    public void terminate() {
        process.destroy();
    }

    /** Whether it comes to its end by itself in that time. */
    public boolean endsWithin(long millis) throws InterruptedException {
        return process.waitFor(millis, TimeUnit.MILLISECONDS);
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for the end and returns the exit code. */
    public int exitCode(long seconds) throws InterruptedException, IOException {
        if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
            throw new AssertionError("still running after " + seconds + " s:\n" + printed());
        }
        return process.exitValue();
    }

    /** What went to either side. */
    public String printed() throws IOException {
        return printedToOut() + printedToErr();
    }

    public String printedToOut() throws IOException {
        return Files.readString(out);
    }

    public String printedToErr() throws IOException {
        return Files.readString(err);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
