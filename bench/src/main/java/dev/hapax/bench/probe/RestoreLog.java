package dev.hapax.bench.probe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** Writes down when the restoring of each partition of a store began and ended: one line each, as {@link RestoreState} reads it. */
public final class RestoreLog implements StateRestoreListener {

    private final Path file;

    public RestoreLog(Path file) {
        this.file = file;
    }

    @Override
    public void onRestoreStart(TopicPartition partition, String store, long from, long to) {
        write("began " + partition);
    }

    @Override
    public void onBatchRestored(TopicPartition partition, String store, long upTo, long records) {}

    @Override
    public void onRestoreEnd(TopicPartition partition, String store, long records) {
        write("ended " + partition + " " + records);
    }

    private synchronized void write(String line) {
        try {
            Files.writeString(
                    file,
                    System.currentTimeMillis() + " " + line + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
