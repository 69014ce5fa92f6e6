package dev.hapax.operations.keys;

import dev.hapax.config.Settings;
import dev.hapax.domain.GuardEntry;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.Progress;
import dev.hapax.operations.Range;
import dev.hapax.operations.TopicReader;
import dev.hapax.topics.Topic;
import dev.hapax.wire.ChangelogEntries;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;

/** The guard as its changelog has it: committed, and readable whether instances run or not. */
final class GuardChangelog {

    /** Every transaction leaves a mark after its records, so that some of the last offsets are records for certain. */
    private static final long TAIL = 200;

    private final TopicReader reader;
    private final String topic;
    private final String applicationId;

    GuardChangelog(Settings settings, TopicReader reader) {
        this.reader = reader;
        this.applicationId = settings.applicationId();
        this.topic = Topic.GUARD_CHANGELOG.name("", applicationId);
    }

    /** All there is by now, by partition. */
    Map<TopicPartition, Range> whole() {
        List<TopicPartition> partitions;
        try {
            partitions = reader.partitions(topic);
        } catch (OperationException e) {
            throw new OperationException(
                    "topic " + topic + " does not exist: no instance of application-id " + applicationId
                            + " has run on this cluster yet, so the guard knows nothing",
                    e);
        }
        return reader.whole(partitions);
    }

    /** Where the entries of an identity are. */
    static Map<TopicPartition, Range> partOf(Map<TopicPartition, Range> whole, String identity) {
        byte[] key = identity.getBytes(StandardCharsets.UTF_8);
        int number = partition(key, whole.size());
        Map<TopicPartition, Range> part = new HashMap<>(whole);
        part.keySet().removeIf(partition -> partition.partition() != number);
        return part;
    }

    /** As Kafka's default partitioner chooses it. */
    static int partition(byte[] key, int partitions) {
        return Utils.toPositive(Utils.murmur2(key)) % partitions;
    }

    /** Shows each record's value and partition, each partition in its order. */
    void read(Map<TopicPartition, Range> part, Progress progress, BiConsumer<Integer, byte[]> chunks) {
        reader.read(part, progress, record -> {
            chunks.accept(record.partition(), record.value());
            return true;
        });
    }

    /** How far the time of each partition has come. */
    Map<Integer, Long> streamTimes(Map<TopicPartition, Range> whole) {
        Map<TopicPartition, Range> tails = new HashMap<>();
        whole.forEach((partition, range) ->
                tails.put(partition, new Range(Math.max(range.from(), range.to() - TAIL), range.to())));
        Map<Integer, Long> times = new HashMap<>();
        read(tails, Progress.UNSEEN, (partition, chunk) -> times.merge(partition, streamTime(chunk), Math::max));
        return times;
    }

    /** The recorded clock lags behind a little; the messages of the same record may be ahead of it. */
    static long streamTime(byte[] chunk) {
        long[] time = {ChangelogEntries.streamTime(chunk)};
        ChangelogEntries.read(chunk, found -> {
            GuardEntry entry = found.kept();
            if (entry != null && entry.generation() == 0) {
                time[0] = Math.max(time[0], entry.lastTime());
            }
        });
        return time[0];
    }
}
