package dev.hapax.bench.flink;

import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.java.tuple.Tuple7;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetIdentifier;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacetProvider;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Decisions as records with the key, value, time and headers that Hapax gives them. Tells its topic, without which Flink does
 * not use transactional ids in turn.
 */
final class DecisionRecords
        implements KafkaRecordSerializationSchema<Tuple7<String, byte[], byte[], String, Integer, Long, Long>>,
                KafkaDatasetFacetProvider {

    private final String input;
    private final String output;

    DecisionRecords(String input, String output) {
        this.input = input;
        this.output = output;
    }

    @Override
    public Optional<KafkaDatasetFacet> getKafkaDatasetFacet() {
        return Optional.of(new DefaultKafkaDatasetFacet(DefaultKafkaDatasetIdentifier.ofTopics(List.of(output))));
    }

    @Override
    public ProducerRecord<byte[], byte[]> serialize(
            Tuple7<String, byte[], byte[], String, Integer, Long, Long> decided,
            KafkaSinkContext context,
            @Nullable Long timestamp) {
        RecordHeaders headers = new RecordHeaders();
        KafkaHeaders.add(headers, HeaderNames.IDENTITY, decided.f0);
        KafkaHeaders.add(headers, HeaderNames.GENERATION, "0");
        KafkaHeaders.add(headers, HeaderNames.SOURCE, input);
        KafkaHeaders.add(headers, HeaderNames.SOURCE_TOPIC, input);
        KafkaHeaders.add(headers, HeaderNames.SOURCE_PARTITION, Integer.toString(decided.f4));
        KafkaHeaders.add(headers, HeaderNames.SOURCE_OFFSET, Long.toString(decided.f5));
        KafkaHeaders.add(headers, HeaderNames.CLASSIFIER, decided.f3);
        byte[] key = decided.f0.getBytes(StandardCharsets.UTF_8);
        return new ProducerRecord<>(output, null, decided.f6, key, decided.f2, headers);
    }
}
