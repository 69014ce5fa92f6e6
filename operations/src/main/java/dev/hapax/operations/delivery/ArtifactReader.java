package dev.hapax.operations.delivery;

import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Progress;
import dev.hapax.operations.TopicReader;
import dev.hapax.topics.Topic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Finds the exact bytes of a delivery in the changelog of the ledger's store, which works whether instances run or not. It reads a
 * whole partition, so it is for commands; an instance queries its store.
 */
public final class ArtifactReader {

    /** What the keys of artifacts begin with in the ledger's store. Saved state contains it: it never changes. */
    private static final byte ARTIFACT = 1;

    private final KafkaClients clients;

    public ArtifactReader(KafkaClients clients) {
        this.clients = clients;
    }

    /** Null if the ledger has none, or if no instance has ever run. */
    public byte @Nullable [] find(String id, Progress progress) {
        byte[] utf8 = id.getBytes(StandardCharsets.UTF_8);
        byte[] wanted =
                ByteBuffer.allocate(1 + utf8.length).put(ARTIFACT).put(utf8).array();
        String topic = clients.settings().topic(Topic.LEDGER_CHANGELOG);
        AtomicReference<byte @Nullable []> found = new AtomicReference<>();
        try (TopicReader reader = new TopicReader(clients)) {
            // Stores are partitioned by delivery id, whatever their keys are.
            TopicPartition partition = new TopicPartition(
                    topic,
                    reader.partitionOf(clients.settings().topic(Topic.LEDGER), utf8)
                            .partition());
            if (reader.consumer().partitionsFor(topic).isEmpty()) {
                return null;
            }
            reader.read(reader.whole(List.of(partition)), progress, record -> {
                if (Arrays.equals(record.key(), wanted)) {
                    found.set(record.value());
                }
                return true;
            });
        }
        return found.get();
    }
}
