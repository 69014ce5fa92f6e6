package dev.hapax.operations.replay;

import dev.hapax.operations.Range;
import dev.hapax.operations.TopicReader;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;

/** A topic as the brokers know it. */
final class TopicPlaces implements ReplayRange.Places {

    private final String topic;
    private final List<TopicPartition> partitions;
    private final TopicReader reader;
    private final Admin admin;
    private final String applicationId;

    TopicPlaces(String topic, TopicReader reader, Admin admin, String applicationId) {
        this.topic = topic;
        this.partitions = reader.partitions(topic);
        this.reader = reader;
        this.admin = admin;
        this.applicationId = applicationId;
    }

    @Override
    public String topic() {
        return topic;
    }

    @Override
    public SortedMap<Integer, Range> whole() {
        SortedMap<Integer, Range> whole = new TreeMap<>();
        reader.whole(partitions).forEach((partition, range) -> whole.put(partition.partition(), range));
        return whole;
    }

    @Override
    public Map<Integer, Long> committed() {
        Map<Integer, Long> committed = new HashMap<>();
        ReplayGroups.offsets(admin, applicationId, false).forEach((partition, offset) -> {
            if (partition.topic().equals(topic)) {
                committed.put(partition.partition(), offset.offset());
            }
        });
        return committed;
    }

    @Override
    public Map<Integer, Long> at(Instant time) {
        Map<TopicPartition, Long> asked = new HashMap<>();
        partitions.forEach(partition -> asked.put(partition, Math.max(0, time.toEpochMilli())));
        Map<Integer, Long> found = new HashMap<>();
        for (Map.Entry<TopicPartition, OffsetAndTimestamp> entry :
                reader.consumer().offsetsForTimes(asked).entrySet()) {
            OffsetAndTimestamp offset = entry.getValue();
            if (offset != null) {
                found.put(entry.getKey().partition(), offset.offset());
            }
        }
        return found;
    }
}
