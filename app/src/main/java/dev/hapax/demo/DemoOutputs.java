package dev.hapax.demo;

import dev.hapax.domain.Decision;
import dev.hapax.domain.Outcome;
import dev.hapax.domain.Reason;
import dev.hapax.topics.Topic;
import dev.hapax.topics.TopicNames;
import dev.hapax.wire.DecisionSerde;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import dev.hapax.wire.SuppressionFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Counts what an instance has published, reading as any of its users would: only what is committed. One thread uses it.
 */
final class DemoOutputs implements AutoCloseable {

    private static final int FEW = 5;

    private final TopicNames topics;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Map<String, Long> decisionsByLabel = new HashMap<>();
    private final Map<Reason, Long> quarantinedByReason = new EnumMap<>(Reason.class);
    private final List<Decision> firstAlerts = new ArrayList<>();
    private final Map<Reason, QuarantinedRecord> firstCases = new EnumMap<>(Reason.class);
    private long admitted;
    private long duplicates;
    private long redeliveries;
    private long alerts;

    /** Begins at the end of the topics as they are now. */
    DemoOutputs(String bootstrapServers, TopicNames topics) {
        this.topics = topics;
        Properties config = new Properties();
        config.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 5_000);
        this.consumer = new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        List<TopicPartition> partitions = List.of(
                        topics.of(Topic.DECISIONS),
                        topics.of(Topic.ALERTS),
                        topics.of(Topic.DUPLICATES),
                        topics.of(Topic.QUARANTINE))
                .stream()
                .flatMap(topic -> consumer.partitionsFor(topic).stream())
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        partitions.forEach(consumer::position);
    }

    void poll(Duration timeout) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(timeout)) {
            if (record.topic().equals(topics.of(Topic.DECISIONS))) {
                admitted++;
                decisionsByLabel.merge(
                        DecisionSerde.read(record.value()).judgement().label(), 1L, Long::sum);
            } else if (record.topic().equals(topics.of(Topic.ALERTS))) {
                alerts++;
                if (firstAlerts.size() < FEW) {
                    firstAlerts.add(DecisionSerde.read(record.value()));
                }
            } else if (record.topic().equals(topics.of(Topic.DUPLICATES))) {
                boolean redelivery = SuppressionFormat.kind(record.value()) == Outcome.Suppressed.Kind.REDELIVERY;
                redeliveries += redelivery ? 1 : 0;
                duplicates += redelivery ? 0 : 1;
            } else {
                countCase(record);
            }
        }
    }

    private void countCase(ConsumerRecord<byte[], byte[]> record) {
        Reason reason = Reason.valueOf(String.valueOf(KafkaHeaders.text(record.headers(), HeaderNames.REASON)));
        quarantinedByReason.merge(reason, 1L, Long::sum);
        firstCases.computeIfAbsent(reason, r -> QuarantinedRecord.of(record));
    }

    DemoTotals totals(long read) {
        return new DemoTotals(read, admitted, duplicates, redeliveries, quarantinedByReason, alerts, decisionsByLabel);
    }

    List<Decision> firstAlerts() {
        return firstAlerts;
    }

    /** One of each reason. */
    List<QuarantinedRecord> firstCases() {
        return List.copyOf(firstCases.values());
    }

    @Override
    public void close() {
        consumer.close();
    }
}
