package dev.hapax.guard;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.streams.processor.TaskId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where a task's guard lies on disk, and whether what lies there is what was left. */
record GuardFolder(TaskId task, Path folder) {

    private static final Logger LOG = LoggerFactory.getLogger(GuardFolder.class);
    private static final String CHECKPOINT = ".checkpoint";
    /** A version and a count, then a line for each partition. */
    private static final int CHECKPOINT_HEAD = 2;

    /**
     * Whether there is a whole database or none. Half of one, or none where it is written how far one had come, was whole once:
     * RocksDB would begin an empty one, and all that acted would be forgotten.
     */
    void requireWhole() {
        if (Files.exists(folder.resolve("CURRENT"))) {
            // Without a note of how far it had come Kafka Streams throws it away, whatever it is.
            if (isNoted()) {
                requireSealed();
            }
            return;
        }
        if (Files.isDirectory(folder) && holds(folder, "")) {
            throw new DamagedGuardException(task, folder + " has lost its file CURRENT", null);
        }
        if (isNoted()) {
            throw new DamagedGuardException(task, folder + " is gone", null);
        }
    }

    /**
     * Whether there is nothing yet, or something that Kafka Streams knows the changelog offset of. Any other may be
     * uncommitted.
     */
    boolean isSettled() {
        return !Files.exists(folder.resolve("CURRENT")) || isNoted();
    }

    private void requireSealed() {
        Seal set = Seal.read(folder);
        Seal found;
        try {
            found = Seal.of(folder, noted());
        } catch (UncheckedIOException | IllegalArgumentException e) {
            throw new DamagedGuardException(task, "its list of files cannot be read: " + e.getMessage(), e);
        }
        if (!found.equals(set)) {
            throw new DamagedGuardException(
                    task, folder + " was closed as " + set.lines() + ", and is " + found.lines(), null);
        }
    }

    /** To be called before the database is changed: unless it is sealed again, it is not to be trusted. */
    void unseal() {
        Seal.remove(folder);
    }

    /** To be called when the database is closed, with what Kafka Streams is about to note of it. */
    void seal(List<String> noted) {
        try {
            Seal.of(folder, noted).set(folder);
        } catch (UncheckedIOException e) {
            // It is closed and its work is done. What is not sealed is restored when it is opened again.
            LOG.warn("The guard of task {} is restored from its changelog at its next start: {}", task, e.toString());
        }
    }

    /** What Kafka Streams has noted of how far it had come, a line for each partition of its changelog. */
    List<String> noted() {
        Path note = folder.resolveSibling(CHECKPOINT + "_" + folder.getFileName());
        try {
            return Files.exists(note)
                    ? Files.readAllLines(note, StandardCharsets.ISO_8859_1).stream()
                            .skip(CHECKPOINT_HEAD)
                            .toList()
                    : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(note + " cannot be read", e);
        }
    }

    private boolean isNoted() {
        Path parent = folder.getParent();
        return parent != null && Files.isDirectory(parent) && holds(parent, CHECKPOINT);
    }

    private static boolean holds(Path folder, String prefix) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> file.getFileName().toString().startsWith(prefix));
        } catch (IOException e) {
            throw new UncheckedIOException(folder + " cannot be read", e);
        }
    }
}
