package dev.hapax.harness;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code hapax} as a process of its own, from the folder a user runs it from. */
public final class HapaxProcess implements AutoCloseable {

    /** Sooner up, and lighter on a machine that runs broker, tests and instances at once; not what to measure with. */
    public static final List<String> QUICK_TO_START =
            List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private final Process process;
    private final Path out;
    private final Path err;
    private volatile boolean killed;

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
        killed = true;
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

    /** Whether it was ended by {@link #kill}. */
    public boolean wasKilled() {
        return killed;
    }

    /** Its standard input. */
    public OutputStream input() {
        return process.getOutputStream();
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

    /** The jars that the build has put where a user runs them from, and an archive of their classes that makes starts quicker. */
    static final class Distribution {

        private static final Logger LOG = LoggerFactory.getLogger(Distribution.class);

        private final Path lib;
        private final Path archive;

        private Distribution(Path lib) {
            this.lib = lib;
            this.archive = lib.resolveSibling("quick-to-start.jsa");
        }

        static Distribution ofRoot() {
            String root = Objects.requireNonNull(System.getProperty("hapax.root"), "hapax.root is not set");
            Path lib = Path.of(root, "app", "target", "dist", "lib");
            if (!Files.isDirectory(lib)) {
                throw new IllegalStateException(
                        lib + " is missing: instances run from what the package phase puts there");
            }
            return new Distribution(lib);
        }

        static String java() {
            return Path.of(System.getProperty("java.home"), "bin", "java").toString();
        }

        /** What follows {@code java}: these flags, the class path, and the archive where it is there and fits. */
        List<String> command(List<String> jvmFlags) throws IOException {
            List<Path> jars = jars();
            List<String> command = new ArrayList<>(jvmFlags);
            if (jvmFlags.equals(HapaxProcess.QUICK_TO_START) && hasArchive(jars)) {
                command.addAll(List.of("-XX:SharedArchiveFile=" + archive, "-Xshare:auto", "-Xlog:cds*=off"));
            }
            command.addAll(List.of("-cp", classPath(jars)));
            return command;
        }

        private List<Path> jars() throws IOException {
            try (Stream<Path> files = Files.list(lib)) {
                return files.filter(file -> file.toString().endsWith(".jar"))
                        .sorted()
                        .toList();
            }
        }

        private static String classPath(List<Path> jars) {
            return jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        }

        /** Whoever comes first makes it; others do without meanwhile. */
        private boolean hasArchive(List<Path> jars) throws IOException {
            if (isNewer(archive, jars)) {
                return true;
            }
            try (FileChannel file = FileChannel.open(
                            lib.resolveSibling("quick-to-start.lock"),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
                    FileLock lock = file.tryLock()) {
                return lock != null && (isNewer(archive, jars) || make(jars));
            } catch (OverlappingFileLockException e) {
                LOG.debug("another thread makes the archive", e);
                return false;
            }
        }

        private static boolean isNewer(Path archive, List<Path> jars) throws IOException {
            if (!Files.exists(archive)) {
                return false;
            }
            for (Path jar : jars) {
                if (Files.getLastModifiedTime(jar).compareTo(Files.getLastModifiedTime(archive)) > 0) {
                    return false;
                }
            }
            return true;
        }

        private boolean make(List<Path> jars) throws IOException {
            Path next = lib.resolveSibling("quick-to-start.next");
            List<String> command = new ArrayList<>(List.of(java(), "-XX:ArchiveClassesAtExit=" + next));
            command.addAll(HapaxProcess.QUICK_TO_START);
            Path config = lib.resolve(Path.of("..", "..", "..", "..", "config", "hapax.yaml"));
            command.addAll(List.of("-cp", classPath(jars), "dev.hapax.app.ArchiveRun", config.toString()));
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                process.waitFor();
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
                return false;
            }
            if (!Files.exists(next)) {
                LOG.warn("No class archive could be made: processes start more slowly");
                return false;
            }
            Files.move(next, archive, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            return true;
        }
    }
}
