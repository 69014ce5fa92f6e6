package dev.hapax.operations;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The records of a topic from the newest to the oldest. Kafka reads forward only, so it reads a small stretch before the end,
 * then larger ones before that: the first page is there at once, however long the topic.
 *
 * @param <T> what is kept of a record
 */
public final class NewestFirst<T> {

    private static final int FIRST_STRETCH = 100;
    private static final int SHORTEST_STRETCH = 20;
    private static final int LONGEST_STRETCH = 2_000;

    private final TopicReader reader;
    private final Function<ConsumerRecord<byte[], byte[]>, @Nullable T> reading;
    private final Map<TopicPartition, Partition> partitions = new LinkedHashMap<>();
    private long mayRead;

    /** @param reading says what to keep of a record; null for nothing */
    public NewestFirst(
            TopicReader reader,
            Map<TopicPartition, Range> ranges,
            Function<ConsumerRecord<byte[], byte[]>, @Nullable T> reading) {
        this(reader, ranges, reading, FIRST_STRETCH * ranges.size(), Long.MAX_VALUE);
    }

    /**
     * @param expected about how many will be requested
     * @param most about how many offsets are read before it returns no more
     */
    public NewestFirst(
            TopicReader reader,
            Map<TopicPartition, Range> ranges,
            Function<ConsumerRecord<byte[], byte[]>, @Nullable T> reading,
            int expected,
            long most) {
        this.reader = reader;
        this.reading = reading;
        // Twice the share of each, since they are never quite alike.
        int stretch = Math.max(SHORTEST_STRETCH, Math.min(FIRST_STRETCH, 2 * expected / Math.max(1, ranges.size())));
        // Something of each, however many there are: else a page would be empty, and so would the next.
        this.mayRead = Math.max(most, (long) stretch * ranges.size());
        ranges.forEach((partition, range) -> partitions.put(partition, new Partition(range, stretch)));
    }

    /** The next older one; null if there is none, or if the limit of offsets is reached. */
    public @Nullable T next() {
        readOn();
        Partition newest = null;
        for (Partition partition : partitions.values()) {
            Found<T> candidate = partition.peek();
            if (candidate == null && partition.before > partition.first) {
                // What it has may be newer than what the others have.
                return null;
            }
            if (candidate != null && (newest == null || candidate.isNewerThan(newest.peek()))) {
                newest = partition;
            }
        }
        return newest == null ? null : newest.poll();
    }

    /** Where nothing is left of what was read, reads what is before it; of all such partitions together, which is one round trip. */
    private void readOn() {
        Map<TopicPartition, Range> stretches = stretches();
        while (!stretches.isEmpty()) {
            // Payloads are let go of at once: a stretch of large ones must not fill the heap.
            reader.read(stretches, Progress.UNSEEN, record -> {
                T kept = reading.apply(record);
                if (kept != null) {
                    Partition partition = partitions.get(new TopicPartition(record.topic(), record.partition()));
                    Objects.requireNonNull(partition).read.push(new Found<>(record.offset(), record.timestamp(), kept));
                }
                return true;
            });
            stretches = stretches();
        }
    }

    /** What is to be read next. */
    private Map<TopicPartition, Range> stretches() {
        Map<TopicPartition, Range> stretches = new HashMap<>();
        partitions.forEach((name, partition) -> {
            if (partition.read.isEmpty() && partition.before > partition.first && mayRead > 0) {
                Range stretch = partition.goBack();
                mayRead -= stretch.length();
                stretches.put(name, stretch);
            }
        });
        return stretches;
    }

    /** What is left to be looked at, of those partitions that have something left. */
    public Map<TopicPartition, Range> left() {
        Map<TopicPartition, Range> left = new HashMap<>();
        partitions.forEach((name, partition) -> {
            long to = partition.read.isEmpty() ? partition.before : partition.given;
            if (to > partition.first) {
                left.put(name, new Range(partition.first, to));
            }
        });
        return left;
    }

    private record Found<T>(long offset, long time, T kept) {

        boolean isNewerThan(@Nullable Found<T> other) {
            return other == null || time > other.time;
        }
    }

    /** One partition, read backwards stretch by stretch. */
    private final class Partition {

        private final long first;
        private final Deque<Found<T>> read = new ArrayDeque<>();
        private long before;
        /** All from here on has been given away. */
        private long given;

        private int stretch;

        Partition(Range range, int stretch) {
            this.first = range.from();
            this.before = range.to();
            this.given = range.to();
            this.stretch = stretch;
        }

        /** The stretch before all that was read; counts as read from now on. */
        Range goBack() {
            long from = Math.max(first, before - stretch);
            Range back = new Range(from, before);
            before = from;
            stretch = Math.min(LONGEST_STRETCH, 2 * stretch);
            return back;
        }

        @Nullable
        Found<T> peek() {
            return read.peek();
        }

        @Nullable
        T poll() {
            Found<T> found = read.poll();
            if (found == null) {
                return null;
            }
            given = found.offset();
            return found.kept();
        }
    }
}
