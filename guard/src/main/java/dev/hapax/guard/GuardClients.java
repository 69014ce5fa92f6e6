package dev.hapax.guard;

import dev.hapax.commit.CheckedClients;
import dev.hapax.commit.CommitCheck;
import dev.hapax.commit.Packing;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.streams.KafkaClientSupplier;

/** The clients of an application with a guard: commits are checked, and its changelog may be deleted up to its end. */
public class GuardClients implements KafkaClientSupplier {

    private final KafkaClientSupplier checked;

    public GuardClients(CommitCheck check, Packing packing) {
        this(CheckedClients.packing(check, packing));
    }

    protected GuardClients(CheckedClients checked) {
        this.checked = checked;
    }

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        return checked.getAdmin(config);
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return checked.getProducer(config);
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return checked.getConsumer(config);
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return new ChangelogConsumer(config);
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        return checked.getGlobalConsumer(config);
    }
}
