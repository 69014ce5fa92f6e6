package dev.hapax.instance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The guard on disk. Kafka Streams cuts a window store into files by its retention and does not notice when that changes:
 * what lies in the old files is not found any more. So the retention is noted beside them, and with another one they are
 * removed, to be restored from the changelog.
 */
record StateFolder(Path folder, String applicationId) {

    private static final Logger LOG = LoggerFactory.getLogger(StateFolder.class);

    /** @throws IllegalArgumentException when the folder cannot be written */
    void fit(long retention, Runnable remove) {
        Path note = folder.resolve(applicationId + ".retention");
        try {
            Files.createDirectories(folder);
            if (Files.exists(note) && Files.readString(note).equals(Long.toString(retention))) {
                return;
            }
            if (Files.exists(note)) {
                LOG.info("The guard keeps its entries for another time than before: restoring it from its changelog");
            }
            // Removed before it is noted: a crash between the two only removes once more.
            remove.run();
            Files.writeString(note, Long.toString(retention));
        } catch (IOException e) {
            throw new IllegalArgumentException("instance.state-dir: " + folder + " cannot be written: " + e, e);
        }
    }
}
