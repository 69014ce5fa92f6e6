package dev.hapax.harness;

import dev.hapax.topics.Topic;
import dev.hapax.wire.ArrivedSerde;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * What an application has read and what it made of it, as its topics have it.
 *
 * @param read every message it has read, by where it stands
 * @param onTheWay where the messages stand that it has read and that have not come to their guard yet
 */
record ApplicationRecords(
        Map<String, byte[]> read,
        Set<String> onTheWay,
        List<ConsumerRecord<byte[], byte[]>> decisions,
        List<ConsumerRecord<byte[], byte[]>> duplicates,
        List<ConsumerRecord<byte[], byte[]>> quarantined) {

    static final ApplicationRecords EMPTY = new ApplicationRecords(Map.of(), Set.of(), List.of(), List.of(), List.of());

    /** As they are now; what is read later than the offsets may only be more. */
    static ApplicationRecords open(Application application) throws Exception {
        Map<TopicPartition, Long> committed = application.positions();
        Set<String> topics = application.admin().listTopics().names().get(1, TimeUnit.MINUTES);
        String moved = Topic.REPARTITION.name("", application.id());
        Set<String> inputs = committed.keySet().stream()
                .map(TopicPartition::topic)
                .filter(topics::contains)
                .collect(Collectors.toSet());
        inputs.removeAll(Set.of(moved, application.topic("replays"), application.topic("commands")));
        Map<String, byte[]> read = new HashMap<>();
        TopicLog.read(application.bootstrapServers(), inputs).stream()
                .filter(message -> isRead(message, committed))
                .forEach(message -> read.put(OutputFact.place(message), message.value()));
        if (read.isEmpty()) {
            return EMPTY;
        }
        return new ApplicationRecords(
                read,
                topics.contains(moved) ? onTheWay(application, moved, committed) : Set.of(),
                own(application, "decisions"),
                own(application, "duplicates"),
                own(application, "quarantine"));
    }

    private static Set<String> onTheWay(Application application, String topic, Map<TopicPartition, Long> committed) {
        ArrivedSerde arrivals = new ArrivedSerde();
        return TopicLog.read(application.bootstrapServers(), Set.of(topic)).stream()
                .filter(record -> !isRead(record, committed))
                .map(record -> arrivals.deserialize(topic, record.headers(), record.value()))
                .map(arrived -> arrived.arrival().message().at().toString())
                .collect(Collectors.toSet());
    }

    private static List<ConsumerRecord<byte[], byte[]>> own(Application application, String topic) {
        return TopicLog.read(application.bootstrapServers(), Set.of(application.topic(topic)));
    }

    private static boolean isRead(ConsumerRecord<byte[], byte[]> record, Map<TopicPartition, Long> committed) {
        return record.offset() < committed.getOrDefault(new TopicPartition(record.topic(), record.partition()), 0L);
    }
}
