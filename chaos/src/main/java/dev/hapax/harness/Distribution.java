package dev.hapax.harness;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The jars that the build has put where a user runs them from, and an archive of their classes that makes starts quicker. */
final class Distribution {

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
            throw new IllegalStateException(lib + " is missing: instances run from what the package phase puts there");
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
