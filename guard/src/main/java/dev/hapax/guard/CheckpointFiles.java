package dev.hapax.guard;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.streams.state.internals.OffsetCheckpoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The checkpoint files that an earlier run left in the state folder of an application. Kafka Streams does not start with
 * one that it cannot read. Without the file it restores the store from its changelog, as a damaged disk requires.
 */
public record CheckpointFiles(Path folder) {

    private static final Logger LOG = LoggerFactory.getLogger(CheckpointFiles.class);
    private static final String PREFIX = ".checkpoint";

    /** Deletes the files that cannot be read. Call it before Kafka Streams starts. */
    public void removeUnreadable() {
        for (Path file : files()) {
            try {
                new OffsetCheckpoint(file.toFile()).read();
            } catch (IOException | RuntimeException e) {
                LOG.warn(
                        "{} cannot be read ({}): the store of its task is restored from the changelog",
                        file,
                        e.toString());
                remove(file);
            }
        }
    }

    private List<Path> files() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> found = Files.walk(folder, 2)) {
            return found.filter(file -> file.getFileName().toString().startsWith(PREFIX))
                    .filter(Files::isRegularFile)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("state.dir: " + folder + " cannot be read", e);
        }
    }

    private static void remove(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException("state.dir: " + file + " cannot be removed", e);
        }
    }
}
