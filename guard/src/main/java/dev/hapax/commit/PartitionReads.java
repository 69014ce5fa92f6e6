package dev.hapax.commit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** How far a stream thread has come with one partition, and so how far a commit may go. */
final class PartitionReads {

    private static final long NONE = -1;

    /** Offsets that follow one another without a gap, fetched and not yet processed. */
    private static final class Stretch {
        private long first;
        private long last;

        private Stretch(long first, long last) {
            this.first = first;
            this.last = last;
        }
    }

    private final Deque<Stretch> unprocessed = new ArrayDeque<>();
    /** Where the consumer reads on once all it fetched is processed. */
    private long next = NONE;
    /** The first record processed since the last commit. */
    private long firstUncommitted = NONE;
    /** The first record whose effects were undone because their transaction was aborted. */
    private long undone = NONE;

    void fetched(List<? extends ConsumerRecord<?, ?>> records) {
        long first = records.get(0).offset();
        long last = records.get(records.size() - 1).offset();
        if (last - first + 1 == records.size()) {
            add(first, last);
        } else {
            // Gaps are markers of transactions, or records that compaction removed.
            records.forEach(record -> add(record.offset(), record.offset()));
        }
    }

    private void add(long first, long last) {
        Stretch before = unprocessed.peekLast();
        if (before != null && before.last + 1 == first) {
            before.last = last;
        } else {
            unprocessed.addLast(new Stretch(first, last));
        }
    }

    void readsOnAt(long offset) {
        next = offset;
    }

    void processed(long offset) {
        if (firstUncommitted == NONE) {
            firstUncommitted = offset;
        }
        Stretch oldest = unprocessed.peekFirst();
        // A record that is not the oldest one was processed in spite of one that was not: that one stays, and holds up
        // the commit.
        if (oldest != null && oldest.first == offset) {
            if (oldest.first == oldest.last) {
                unprocessed.removeFirst();
            } else {
                oldest.first++;
            }
        }
    }

    void committed() {
        firstUncommitted = NONE;
    }

    void aborted() {
        if (firstUncommitted != NONE && (undone == NONE || firstUncommitted < undone)) {
            undone = firstUncommitted;
        }
        firstUncommitted = NONE;
    }

    /** Why this offset can't be committed, if it can't. */
    Optional<String> problem(long offset) {
        if (undone != NONE && offset > undone) {
            return Optional.of("offset " + offset + ", but the transaction that held the effects of " + undone
                    + " and later records was aborted");
        }
        Stretch oldest = unprocessed.peekFirst();
        if (oldest != null) {
            return offset <= oldest.first
                    ? Optional.empty()
                    : Optional.of("offset " + offset + ", but " + oldest.first + " was fetched and not processed");
        }
        if (next == NONE || offset > next) {
            return Optional.of("offset " + offset + ", but the consumer reads on at "
                    + (next == NONE ? "an offset not known yet" : next));
        }
        return Optional.empty();
    }
}
