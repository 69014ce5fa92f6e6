package dev.hapax.bench.probe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** A file that says when the restoring of each partition of a store began and ended, one line each. */
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

    /**
     * How much of its state a contender has restored.
     *
     * @param partitions how many are restored
     * @param records how many records of the changelog that took
     * @param millis from the beginning of the first to the end of the last
     */
    public record State(int partitions, long records, long millis) {

        /** What the log has so far; nothing where it does not exist yet. */
        public static State read(Path file) {
            return Files.exists(file) ? of(lines(file)) : new State(0, 0, 0);
        }

        private static List<String> lines(Path file) {
            try {
                return Files.readAllLines(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        static State of(List<String> lines) {
            List<Long> began = new ArrayList<>();
            List<Long> ended = new ArrayList<>();
            long records = 0;
            for (String line : lines) {
                String[] words = line.split(" ", -1);
                long time = Long.parseLong(words[0]);
                if (words[1].equals("began")) {
                    began.add(time);
                } else {
                    ended.add(time);
                    records += Long.parseLong(words[3]);
                }
            }
            long first = began.stream().mapToLong(Long::longValue).min().orElse(0);
            long last = ended.stream().mapToLong(Long::longValue).max().orElse(first);
            return new State(ended.size(), records, last - first);
        }
    }
}
