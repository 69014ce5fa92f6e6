package dev.hapax.operations.quarantine;

import dev.hapax.operations.Progress;
import dev.hapax.operations.Range;
import dev.hapax.operations.TopicReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The records of the quarantine topic from the newest to the oldest. Kafka reads forward only, so it reads a small stretch before
 * the end, then larger ones before that: the first page is there at once, however long the topic.
 */
final class NewestFirst {

    private static final int FIRST_STRETCH = 100;
    private static final int LONGEST_STRETCH = 2_000;

    private final TopicReader reader;
    private final Function<Quarantined, CaseSummary> summaries;
    private final List<Partition> partitions = new ArrayList<>();

    NewestFirst(TopicReader reader, Map<TopicPartition, Range> ranges, Function<Quarantined, CaseSummary> summaries) {
        this.reader = reader;
        this.summaries = summaries;
        ranges.forEach((partition, range) -> partitions.add(new Partition(partition, range)));
    }

    /** The next older record; null when there is none. */
    @Nullable
    CaseSummary next() {
        Partition newest = null;
        for (Partition partition : partitions) {
            CaseSummary candidate = partition.peek();
            if (candidate != null && (newest == null || isNewer(candidate, newest.peek()))) {
                newest = partition;
            }
        }
        return newest == null ? null : newest.poll();
    }

    private static boolean isNewer(CaseSummary candidate, @Nullable CaseSummary than) {
        return than == null || candidate.at().isAfter(than.at());
    }

    /** One partition, read backwards stretch by stretch. */
    private final class Partition {

        private final TopicPartition partition;
        private final long first;
        private final Deque<CaseSummary> read = new ArrayDeque<>();
        private long before;
        private int stretch = FIRST_STRETCH;

        Partition(TopicPartition partition, Range range) {
            this.partition = partition;
            this.first = range.from();
            this.before = range.to();
        }

        @Nullable
        CaseSummary peek() {
            while (read.isEmpty() && before > first) {
                long from = Math.max(first, before - stretch);
                // Payloads are let go of at once: a stretch of large ones must not fill the heap.
                reader.read(Map.of(partition, new Range(from, before)), Progress.UNSEEN, record -> {
                    Quarantined found = Quarantined.read(record);
                    if (found != null) {
                        read.push(summaries.apply(found));
                    }
                    return true;
                });
                before = from;
                stretch = Math.min(LONGEST_STRETCH, 2 * stretch);
            }
            return read.peek();
        }

        @Nullable
        CaseSummary poll() {
            return read.poll();
        }
    }
}
