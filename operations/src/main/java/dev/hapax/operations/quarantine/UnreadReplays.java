package dev.hapax.operations.quarantine;

import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Range;
import dev.hapax.operations.TopicReader;
import dev.hapax.operations.quarantine.CaseFile.Resolution.SentReplay;
import dev.hapax.topics.Topic;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds replays that retention deleted while no instance was there to read them: they lie between the application's committed
 * offset and the first record that is left, and they have no recorded outcome.
 */
final class UnreadReplays implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(UnreadReplays.class);

    private final KafkaClients clients;
    private final TopicReader reader;
    private final String topic;
    private Map<TopicPartition, Range> whole = Map.of();
    private Map<Integer, Range> gaps = Map.of();
    private @Nullable Admin admin;

    UnreadReplays(KafkaClients clients, TopicReader reader) {
        this.clients = clients;
        this.reader = reader;
        this.topic = clients.settings().topic(Topic.REPLAYS);
    }

    /** Looks where replays are missing; asks the broker for little more than two offsets. */
    void look(Stream<CaseFile> files) {
        if (files.noneMatch(UnreadReplays::waits)) {
            gaps = Map.of();
            return;
        }
        Map<TopicPartition, Range> now = reader.whole(topic);
        if (now.values().stream().allMatch(range -> range.from() == 0)) {
            gaps = Map.of();
        } else if (!gaps.isEmpty() || !sameBeginnings(now)) {
            gaps = gaps(now);
        }
        whole = now;
    }

    /** Whether that case waits for a replay that nobody will read any more. */
    boolean lost(CaseFile file) {
        SentReplay replay = file.resolution().replay();
        Range gap = replay == null || !waits(file) ? null : gaps.get(replay.partition());
        return gap != null && replay != null && replay.offset() >= gap.from() && replay.offset() < gap.to();
    }

    private static boolean waits(CaseFile file) {
        SentReplay replay = file.resolution().replay();
        return file.state() == Case.State.REPLAYED && replay != null && replay.outcome() == null;
    }

    private boolean sameBeginnings(Map<TopicPartition, Range> now) {
        return now.entrySet().stream().allMatch(entry -> {
            Range before = whole.get(entry.getKey());
            return before != null && before.from() == entry.getValue().from();
        });
    }

    private Map<Integer, Range> gaps(Map<TopicPartition, Range> now) {
        Map<TopicPartition, OffsetAndMetadata> committed = committed();
        if (committed == null) {
            return Map.of();
        }
        Map<Integer, Range> found = new HashMap<>();
        now.forEach((partition, range) -> {
            OffsetAndMetadata offset = committed.get(partition);
            // The broker forgets the offsets of a group that was away for long: then nothing of it counts as read, but
            // for
            // what has an outcome on record.
            long read = offset == null ? 0 : offset.offset();
            if (read < range.from()) {
                found.put(partition.partition(), new Range(read, range.from()));
            }
        });
        return found;
    }

    /** Null where the broker does not say; then no case is opened again. */
    private @Nullable Map<TopicPartition, OffsetAndMetadata> committed() {
        String group = clients.settings().applicationId();
        if (admin == null) {
            admin = clients.admin();
        }
        try {
            return admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GroupIdNotFoundException) {
                return Map.of();
            }
            LOG.warn("Replays that expired unread can't be found: the offsets of group {} can't be read", group, e);
            return null;
        }
    }

    @Override
    public void close() {
        if (admin != null) {
            admin.close();
        }
    }
}
