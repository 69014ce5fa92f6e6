package dev.hapax.operations.topics;

import dev.hapax.config.Settings;
import dev.hapax.config.TopicSettings;
import dev.hapax.operations.topics.WantedTopic.Kind;
import dev.hapax.topology.HapaxTopology;
import dev.hapax.topology.Names;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.kafka.common.config.TopicConfig;

/** The topics a configuration asks for. */
public final class TopicPlan {

    private static final Duration DUPLICATES_KEPT = Duration.ofDays(7);
    private static final Duration REPLAYS_KEPT = Duration.ofDays(7);
    private static final Duration QUARANTINE_KEPT = Duration.ofDays(90);

    /** What a decision adds to the headers it carries: identity three times, reason, coordinates, lengths. */
    private static final int OUR_PART = 64 * 1024;

    /** The longest history of a case, each change with the longest note and difference. */
    private static final int LARGEST_CASE_FILE = 8 << 20;

    /** By event time, what is said of old messages would be deleted before anyone reads it. */
    private static final Map<String, String> BY_APPEND_TIME =
            Map.of(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime");

    /** The newest state of a case is what counts. */
    private static final Map<String, String> COMPACTED =
            Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);

    private TopicPlan() {}

    public static List<WantedTopic> of(Settings settings) {
        TopicSettings topics = settings.topics();
        OptionalInt partitions = OptionalInt.of(topics.partitions());
        List<WantedTopic> wanted = new ArrayList<>();
        settings.sources()
                .forEach(source -> wanted.add(new WantedTopic(
                        source.topic(),
                        Kind.SOURCE,
                        source.keyedByIdentity() ? partitions : OptionalInt.empty(),
                        settings.quarantine().maxRecordBytes(),
                        Map.of())));
        int held =
                settings.quarantine().maxRecordBytes() + settings.quarantine().headerBudget();
        // The original's headers are carried through, and nearly all of a message may be headers.
        int carried = settings.limits().maxMessageBytes() + OUR_PART;
        wanted.add(own(topics.replays(), partitions, held, kept(REPLAYS_KEPT)));
        wanted.add(own(topics.commands(), partitions, 0, kept(QUARANTINE_KEPT)));
        wanted.add(own(topics.decisions(), OptionalInt.empty(), carried, BY_APPEND_TIME));
        wanted.add(own(topics.alerts(), OptionalInt.empty(), carried, BY_APPEND_TIME));
        wanted.add(own(topics.duplicates(), OptionalInt.empty(), carried, kept(DUPLICATES_KEPT)));
        wanted.add(own(topics.quarantine(), OptionalInt.empty(), held, kept(QUARANTINE_KEPT)));
        wanted.add(own(topics.cases(), OptionalInt.empty(), LARGEST_CASE_FILE, COMPACTED));
        String guard = Names.guardChangelog(settings.applicationId());
        Duration remembered = Duration.ofMillis(HapaxTopology.windows(settings).retention())
                .plus(settings.guard().changelogExtraRetention());
        wanted.add(new WantedTopic(guard, Kind.INTERNAL, partitions, 0, retention(remembered)));
        wanted.add(new WantedTopic(
                Names.repartitionTopic(settings.applicationId()), Kind.INTERNAL, partitions, 0, Map.of()));
        return List.copyOf(wanted);
    }

    private static WantedTopic own(
            String name, OptionalInt partitions, int largestRecord, Map<String, String> configs) {
        Map<String, String> all = new HashMap<>(configs);
        if (largestRecord > 0) {
            all.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(largestRecord));
        }
        return new WantedTopic(name, Kind.OWN, partitions, largestRecord, Map.copyOf(all));
    }

    private static Map<String, String> kept(Duration time) {
        Map<String, String> configs = new HashMap<>(BY_APPEND_TIME);
        configs.putAll(retention(time));
        return configs;
    }

    private static Map<String, String> retention(Duration time) {
        return Map.of(TopicConfig.RETENTION_MS_CONFIG, Long.toString(time.toMillis()));
    }
}
