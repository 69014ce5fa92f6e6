package dev.hapax.guard;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.kafka.streams.processor.TaskId;

/** Where a task's guard lies on disk. */
record GuardPlace(TaskId task, Path folder) {

    private static final String CHECKPOINT = ".checkpoint";

    /**
     * Whether there is a whole database or none. Half of one, or none where it is written how far one had come, was whole once:
     * RocksDB would begin an empty one, and all that acted would be forgotten.
     */
    void requireWhole() {
        if (Files.exists(folder.resolve("CURRENT"))) {
            return;
        }
        if (Files.isDirectory(folder) && holds(folder, "")) {
            throw new DamagedGuardException(task, folder + " has lost its file CURRENT", null);
        }
        Path parent = folder.getParent();
        if (parent != null && Files.isDirectory(parent) && holds(parent, CHECKPOINT)) {
            throw new DamagedGuardException(task, folder + " is gone", null);
        }
    }

    private static boolean holds(Path folder, String prefix) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> file.getFileName().toString().startsWith(prefix));
        } catch (IOException e) {
            throw new UncheckedIOException(folder + " cannot be read", e);
        }
    }
}
