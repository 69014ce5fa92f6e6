package dev.hapax.operations.verify;

import dev.hapax.operations.verify.RecordPosition.TopicNumbers;
import dev.hapax.topics.Topic;
import dev.hapax.topics.TopicNames;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;

/**
 * What Kafka may have deleted by its own rules, so that its absence says nothing.
 *
 * @param compacted topics of which records go while later ones stay
 * @param begins the first offset left of each input partition, by {@link RecordPosition#partitionKey}
 * @param replays whether replays have been deleted
 * @param outcomes an input older than this may have had an outcome that is gone
 * @param firsts a decision or a quarantined record older than this may be gone
 * @param decisions a decision older than this may be gone
 * @param alerts an alert older than this may be gone
 */
record Retention(
        Set<Integer> compacted,
        Map<Long, Long> begins,
        boolean replays,
        long outcomes,
        long firsts,
        long decisions,
        long alerts) {

    /** Nothing was deleted. */
    static final Retention NONE =
            new Retention(Set.of(), Map.of(), false, Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE);

    boolean mayHaveTakenInput(Fact output) {
        if (output.generation() > 0) {
            return replays;
        }
        return compacted.contains(output.about().topic())
                || output.about().offset() < begins.getOrDefault(output.about().partitionKey(), 0L);
    }

    /**
     * Finds out what Kafka may have deleted by its own rules. Asked when everything has been read, since retention goes on
     * meanwhile.
     */
    static final class Finder {

        private final Offsets offsets;
        private final Function<String, List<TopicPartition>> partitions;
        private final Instant now;

        Finder(Offsets offsets, Function<String, List<TopicPartition>> partitions, Instant now) {
            this.offsets = offsets;
            this.partitions = partitions;
            this.now = now;
        }

        Retention find(TopicNames topics, Collection<String> inputs, TopicNumbers numbers) {
            Set<Integer> compacted = new HashSet<>();
            Map<Long, Long> begins = new HashMap<>();
            for (String topic : inputs) {
                if (compacts(offsets.config(topic))) {
                    compacted.add(numbers.of(topic));
                }
                offsets.begins(partitions.apply(topic))
                        .forEach((partition, begin) -> begins.put(
                                RecordPosition.partitionKey(numbers.of(topic), partition.partition()), begin));
            }
            long decisions = goneBefore(topics.of(Topic.DECISIONS));
            long firsts = Math.max(decisions, goneBefore(topics.of(Topic.QUARANTINE)));
            long outcomes = Math.max(firsts, goneBefore(topics.of(Topic.DUPLICATES)));
            return new Retention(
                    compacted,
                    begins,
                    deleted(topics.of(Topic.REPLAYS)) || compacted.contains(numbers.of(topics.of(Topic.REPLAYS))),
                    outcomes,
                    firsts,
                    decisions,
                    goneBefore(topics.of(Topic.ALERTS)));
        }

        /** Records of that topic older than this may have been deleted rightly; newer ones only by someone's hand. */
        long goneBefore(String topic) {
            Config config = offsets.config(topic);
            if (compacts(config)) {
                return Long.MAX_VALUE;
            }
            if (!deleted(topic)) {
                return Long.MIN_VALUE;
            }
            long kept = number(config, TopicConfig.RETENTION_MS_CONFIG);
            long byTime = kept < 0 ? Long.MIN_VALUE : now.toEpochMilli() - kept;
            boolean boundedBySize = number(config, TopicConfig.RETENTION_BYTES_CONFIG) >= 0;
            return boundedBySize ? Math.max(byTime, oldestLeft(topic)) : byTime;
        }

        private long oldestLeft(String topic) {
            return offsets.oldest(partitions.apply(topic)).values().stream()
                    .mapToLong(Long::longValue)
                    .max()
                    .orElse(Long.MAX_VALUE);
        }

        private boolean deleted(String topic) {
            return offsets.begins(partitions.apply(topic)).values().stream().anyMatch(begin -> begin > 0);
        }

        private static boolean compacts(Config config) {
            return config.get(TopicConfig.CLEANUP_POLICY_CONFIG).value().contains(TopicConfig.CLEANUP_POLICY_COMPACT);
        }

        private static long number(Config config, String name) {
            return Long.parseLong(config.get(name).value());
        }
    }
}
