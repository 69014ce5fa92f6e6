package dev.hapax.admin.feed;

import dev.hapax.config.Settings;
import dev.hapax.operations.TopicReader;
import dev.hapax.topics.Topic;
import dev.hapax.topics.TopicNames;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** The topics whose records are events, with their names in this application. */
final class FeedTopics {

    static final List<Topic> ALL = List.of(Topic.ALERTS, Topic.QUARANTINE, Topic.CASES, Topic.LEDGER, Topic.CAMPAIGNS);

    private final TopicNames names;
    private final List<Topic> read;

    FeedTopics(Settings settings) {
        this.names = settings.topicNames();
        // Without a channel, the topics for deliveries do not exist.
        this.read = ALL.stream()
                .filter(topic -> settings.delivery().isOn() || !topic.isForDelivery())
                .toList();
    }

    List<String> names() {
        return read.stream().map(names::of).toList();
    }

    /** Null for a topic of someone else. */
    @Nullable
    Topic find(String name) {
        return names.topic(name);
    }

    Topic of(TopicPartition partition) {
        Topic topic = names.topic(partition.topic());
        if (topic == null) {
            throw new IllegalArgumentException(partition + " is not a topic of this application");
        }
        return topic;
    }

    /** All partitions of these topics. */
    List<TopicPartition> partitions(TopicReader reader) {
        return names().stream()
                .flatMap(topic -> reader.partitions(topic).stream())
                .toList();
    }

    /** These offsets as a position. */
    Position position(Map<TopicPartition, Long> offsets) {
        Position position = Position.NOWHERE;
        for (Map.Entry<TopicPartition, Long> offset : offsets.entrySet()) {
            position = with(position, offset.getKey(), offset.getValue());
        }
        return position;
    }

    long next(Position position, TopicPartition partition) {
        return position.next(of(partition), partition.partition());
    }

    Position with(Position position, TopicPartition partition, long offset) {
        return position.with(of(partition), partition.partition(), offset);
    }
}
