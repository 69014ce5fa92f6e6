package dev.hapax.instance;

import dev.hapax.config.Settings;
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
 * What an earlier run has left on disk. Kafka Streams does not start over a note of how far a store had come that it cannot read;
 * without that note it restores the store from its beginning, which is what a damaged disk calls for.
 */
record StateFolder(Path folder) {

    private static final Logger LOG = LoggerFactory.getLogger(StateFolder.class);
    private static final String NOTE = ".checkpoint";

    static StateFolder of(Settings settings) {
        return new StateFolder(settings.instance().stateDir().resolve(settings.applicationId()));
    }

    /** Removes the notes that cannot be read. */
    void removeUnreadableNotes() {
        for (Path note : notes()) {
            try {
                new OffsetCheckpoint(note.toFile()).read();
            } catch (IOException | RuntimeException e) {
                LOG.warn(
                        "{} cannot be read ({}): what it speaks of is thrown away and restored from its changelog",
                        note,
                        e.toString());
                remove(note);
            }
        }
    }

    private List<Path> notes() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder, 2)) {
            return files.filter(file -> file.getFileName().toString().startsWith(NOTE))
                    .filter(Files::isRegularFile)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("instance.state-dir: " + folder + " cannot be read", e);
        }
    }

    private static void remove(Path note) {
        try {
            Files.delete(note);
        } catch (IOException e) {
            throw new UncheckedIOException("instance.state-dir: " + note + " cannot be removed", e);
        }
    }
}
