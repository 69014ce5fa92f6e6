package dev.hapax.operations.replay;

import dev.hapax.config.Settings;
import dev.hapax.domain.GuardEntry;
import dev.hapax.operations.Progress;
import dev.hapax.operations.Range;
import dev.hapax.operations.TopicReader;
import dev.hapax.topics.Topic;
import dev.hapax.wire.ChangelogEntries;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/** What the guard remembers, as its changelog tells: it can be asked whether instances run or not. */
final class GuardMemory {

    private final Settings settings;
    private final TopicReader reader;

    GuardMemory(Settings settings, TopicReader reader) {
        this.settings = settings;
        this.reader = reader;
    }

    Map<GuardLookup, Long> of(Rehearsal rehearsal, long ttl, Progress progress) {
        Map<Integer, Long> oldestAlive = new HashMap<>();
        long kept = ttl + settings.guard().maxLateness().toMillis();
        reader.read(changelog(), progress, record -> {
            if (record.value() != null) {
                oldestAlive.merge(record.partition(), ChangelogEntries.streamTime(record.value()) - kept, Math::max);
                ChangelogEntries.read(record.value(), entry -> {
                    GuardEntry said = entry.kept();
                    // What it remembers of replays says nothing of the messages that came by themselves.
                    if (said == null || said.generation() == 0) {
                        rehearsal.remember(entry.name(), record.partition(), said);
                    }
                });
            }
            return true;
        });
        return rehearsal.remembered(oldestAlive);
    }

    /** Nothing, where no instance has ever run. */
    private Map<TopicPartition, Range> changelog() {
        List<PartitionInfo> found = reader.consumer().partitionsFor(settings.topic(Topic.GUARD_CHANGELOG));
        return found == null || found.isEmpty()
                ? Map.of()
                : reader.whole(found.stream()
                        .map(info -> new TopicPartition(info.topic(), info.partition()))
                        .toList());
    }
}
