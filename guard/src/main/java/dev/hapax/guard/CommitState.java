package dev.hapax.guard;

import dev.hapax.commit.ThreadTransactions;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Whether what a store has on disk was committed. A dirty close deletes the folder only after the store is closed and
 * its changelog offset is written: killed in between, entries that were never committed would be taken for
 * redeliveries, and their messages be lost.
 */
final class CommitState {

    private ThreadTransactions.@Nullable Transaction lastWrite;
    private boolean offsetsFollow;
    private List<String> offsets;

    /**
     * @param offsets as Kafka Streams wrote them beside what is on disk
     * @param trusted whether what is on disk, if anything, was settled when it was closed
     */
    CommitState(List<String> offsets, boolean trusted) {
        this.offsets = offsets;
        this.offsetsFollow = trusted;
    }

    /** Something was written to changelog and disk in that transaction. */
    void wrote(ThreadTransactions.Transaction transaction) {
        lastWrite = transaction;
        offsetsFollow = false;
    }

    /** Kafka Streams says how far the changelog has come: after a commit, after a failed one, or without any. */
    void noted(Map<TopicPartition, Long> changelogOffsets) {
        offsets = changelogOffsets.entrySet().stream()
                .filter(each -> each.getValue() != null)
                .map(each -> each.getKey().topic() + " " + each.getKey().partition() + " " + each.getValue())
                .toList();
        // Without an offset it is a corrupted store that is about to be thrown away.
        offsetsFollow = !offsets.isEmpty();
    }

    /** Whether everything on disk was committed, and the offsets are those after it. */
    boolean isSettled() {
        return offsetsFollow && (lastWrite == null || lastWrite.committed());
    }

    /** As Kafka Streams will write them when the store is closed. */
    List<String> offsets() {
        return offsets;
    }
}
