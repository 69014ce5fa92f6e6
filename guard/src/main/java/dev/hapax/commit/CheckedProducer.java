package dev.hapax.commit;

import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The producer of a stream thread. Commits no offset that would skip a record, and reports what became of transactions. */
final class CheckedProducer extends KafkaProducer<byte[], byte[]> {

    private static final Logger LOG = LoggerFactory.getLogger(CheckedProducer.class);

    private final CommitCheck check;
    private boolean aborted;

    CheckedProducer(Map<String, Object> config, CommitCheck check) {
        super(config, new ByteArraySerializer(), new ByteArraySerializer());
        this.check = check;
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
        super.abortTransaction();
    }
}
