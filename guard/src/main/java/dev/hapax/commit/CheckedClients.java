package dev.hapax.commit;

import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The clients of a Kafka Streams application that never commits past a record it has not processed. Its processors report
 * to {@link ReadLedger} what they have processed. Why Kafka Streams alone does not suffice:
 * docs/decisions/0014-commits-are-checked.md.
 */
public class CheckedClients implements KafkaClientSupplier {

    private final CommitCheck check;
    private final boolean watched;
    private final @Nullable Packing packing;

    /**
     * @param watched whether the processors report to {@link ReadLedger}. If they do not, such as those of an application that
     *     uses the guard as a library, the effects of an aborted transaction are not known in detail, so the next commit of its
     *     thread is refused, whatever it covers.
     * @param packing which records the producers pack; null for none
     */
    public CheckedClients(CommitCheck check, boolean watched, @Nullable Packing packing) {
        this.check = check;
        this.watched = watched;
        this.packing = packing;
    }

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        return Admin.create(config);
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return new CheckedProducer(config, check, packing);
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return watched ? new WatchedConsumer(config) : plain(config);
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return plain(config);
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        return plain(config);
    }

    private static Consumer<byte[], byte[]> plain(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
