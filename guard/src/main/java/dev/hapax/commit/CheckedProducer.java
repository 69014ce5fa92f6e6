package dev.hapax.commit;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The producer of a stream thread. Commits no offset that would skip a record, and reports what became of transactions. */
final class CheckedProducer extends KafkaProducer<byte[], byte[]> {

    private static final Logger LOG = LoggerFactory.getLogger(CheckedProducer.class);

    private final CommitCheck check;
    private final @Nullable RecordPacker packer;
    private boolean aborted;

    /** @param packing null for none */
    CheckedProducer(Map<String, Object> config, CommitCheck check, @Nullable Packing packing) {
        super(config, new ByteArraySerializer(), new ByteArraySerializer());
        this.check = check;
        this.packer = packing == null
                ? null
                : new RecordPacker(
                        packing,
                        super::send,
                        () -> partitionsFor(packing.topic()).size());
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
        return packer != null && packer.takes(record) ? packer.add(record, callback) : super.send(record, callback);
    }

    @Override
    public void flush() {
        if (packer != null) {
            packer.flush();
        }
        super.flush();
    }

    /** @throws SkippingCommitException when it would skip a record; Kafka Streams then starts all tasks of the thread anew */
    @Override
    public void sendOffsetsToTransaction(Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
        problems(offsets).ifPresent(problems -> {
            check.refused();
            LOG.error("A commit would skip records: {}. {}", problems, check.consequence());
            if (check.refuses()) {
                throw new SkippingCommitException(problems);
            }
        });
        super.sendOffsetsToTransaction(offsets, group);
    }

    private Optional<String> problems(Map<TopicPartition, OffsetAndMetadata> offsets) {
        ReadLedger ledger = ReadLedger.ofThisThread();
        if (ledger.seesFetches()) {
            return ledger.problems(offsets);
        }
        // A plain consumer, or the one of the Streams group protocol, reports nothing. What was aborted is not known
        // in detail then, so that all of it has to be done again.
        return aborted && !offsets.isEmpty()
                ? Optional.of(offsets.keySet() + ": the transaction before was aborted")
                : Optional.empty();
    }

    @Override
    public void initTransactions() {
        super.initTransactions();
        ThreadTransactions.ofThisThread().reported();
    }

    @Override
    public void beginTransaction() {
        super.beginTransaction();
        ThreadTransactions.ofThisThread().began();
    }

    @Override
    public void commitTransaction() {
        if (packer != null) {
            packer.flush();
        }
        super.commitTransaction();
        ThreadTransactions.ofThisThread().committed();
        ReadLedger.ofThisThread().committed();
    }

    @Override
    public void abortTransaction() {
        // First, because what is not committed for certain counts as undone.
        ReadLedger.ofThisThread().aborted();
        ThreadTransactions.ofThisThread().aborted();
        aborted = true;
        if (packer != null) {
            packer.discard();
        }
        super.abortTransaction();
    }

    /**
     * A commit was refused because it would skip records. To Kafka Streams it is a failed commit: it closes all tasks of the
     * thread, aborts the transaction, and begins again at the committed offsets.
     */
    static final class SkippingCommitException extends CommitFailedException {

        private static final long serialVersionUID = 1L;

        SkippingCommitException(String problems) {
            super("The commit would skip records: " + problems);
        }
    }
}
