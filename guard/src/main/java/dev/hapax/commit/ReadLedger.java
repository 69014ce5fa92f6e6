package dev.hapax.commit;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * What one stream thread has fetched, processed and committed, partition by partition. With {@code exactly_once_v2} a
 * thread has one main consumer and one producer, and processes its tasks itself, so each thread has one ledger and is
 * the only one to use it.
 */
public final class ReadLedger {

    private static final ThreadLocal<ReadLedger> OF_THREAD = ThreadLocal.withInitial(ReadLedger::new);

    private final Map<TopicPartition, PartitionReads> partitions = new HashMap<>();
    private boolean seesFetches;
    /** The partition processed last, because nearly every record is of the same one as the record before it. */
    private @Nullable TopicPartition lastPartition;

    private @Nullable PartitionReads lastReads;

    public ReadLedger() {}

    /** The ledger of the thread that calls. */
    public static ReadLedger ofThisThread() {
        return OF_THREAD.get();
    }

    /** A task is done with a record: whatever it does to stores and topics is part of the open transaction. */
    public void processed(ProcessingContext context) {
        RecordMetadata at = context.recordMetadata().orElseThrow();
        processed(at.topic(), at.partition(), at.offset());
    }

    /** As {@link #processed(ProcessingContext)}, of the record at these coordinates. */
    public void processed(String topic, int partition, long offset) {
        PartitionReads reads = lastReads;
        TopicPartition last = lastPartition;
        if (reads == null
                || last == null
                || last.partition() != partition
                || !last.topic().equals(topic)) {
            TopicPartition key = new TopicPartition(topic, partition);
            reads = partitions.get(key);
            if (reads == null) {
                // Nothing that this thread's consumer fetched: a test driver, or a consumer that is not watched.
                return;
            }
            lastPartition = key;
            lastReads = reads;
        }
        reads.processed(offset);
    }

    /** The consumer has returned these. */
    public void fetched(ConsumerRecords<?, ?> records) {
        seesFetches = true;
        for (TopicPartition partition : records.partitions()) {
            of(partition).fetched(records.records(partition));
        }
        records.nextOffsets().forEach((partition, next) -> of(partition).readsOnAt(next.offset()));
    }

    /** The consumer continues elsewhere, so what it fetched before no longer counts. */
    void moved(TopicPartition partition, long offset) {
        forget(partition);
        of(partition).readsOnAt(offset);
    }

    /** The consumer no longer has these partitions, or has them anew, or is yet to find out where to read. */
    void released(Collection<TopicPartition> released) {
        released.forEach(this::forget);
    }

    void releasedAll() {
        partitions.clear();
        lastPartition = null;
        lastReads = null;
    }

    /** The transaction of all that was processed is committed. */
    public void committed() {
        partitions.values().forEach(PartitionReads::committed);
    }

    /** The transaction of all that was processed since the last commit is undone. */
    void aborted() {
        partitions.values().forEach(PartitionReads::aborted);
    }

    /** Whether its consumer reports fetches; without them nothing is known, and nothing is refused. */
    boolean seesFetches() {
        return seesFetches;
    }

    /** Which of these offsets would skip a record, and why; none when all are safe to commit. */
    public Optional<String> problems(Map<TopicPartition, OffsetAndMetadata> offsets) {
        Map<String, String> problems = new TreeMap<>();
        offsets.forEach((partition, offset) -> {
            PartitionReads reads = partitions.get(partition);
            if (reads == null) {
                problems.put(
                        partition.toString(),
                        "offset " + offset.offset() + ", but nothing was read since it was assigned");
            } else {
                reads.problem(offset.offset()).ifPresent(problem -> problems.put(partition.toString(), problem));
            }
        });
        return problems.isEmpty() ? Optional.empty() : Optional.of(problems.toString());
    }

    private PartitionReads of(TopicPartition partition) {
        return partitions.computeIfAbsent(partition, ignored -> new PartitionReads());
    }

    private void forget(TopicPartition partition) {
        partitions.remove(partition);
        lastPartition = null;
        lastReads = null;
    }
}
