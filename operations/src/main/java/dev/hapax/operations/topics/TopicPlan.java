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

    private static final NeededSetting WHATEVER_ITS_SIZE = NeededSetting.exactly(
            TopicConfig.RETENTION_BYTES_CONFIG, "-1", "the broker would delete records before anyone has read them");

    private static final NeededSetting NOT_COMPACTED = NeededSetting.exactly(
            TopicConfig.CLEANUP_POLICY_CONFIG,
            TopicConfig.CLEANUP_POLICY_DELETE,
            "the broker would delete all records of a key but the last");

    private static final NeededSetting COMPACTED = NeededSetting.exactly(
            TopicConfig.CLEANUP_POLICY_CONFIG,
            TopicConfig.CLEANUP_POLICY_COMPACT,
            "the broker would delete the state of cases that are still open");

    private static final NeededSetting BY_APPEND_TIME = NeededSetting.exactly(
            TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
            "LogAppendTime",
            "the broker would delete records about old messages before anyone has read them");

    /** Nothing may be deleted from these before its time. */
    private static final List<NeededSetting> KEPT = List.of(WHATEVER_ITS_SIZE, NOT_COMPACTED, BY_APPEND_TIME);

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
                        Map.of(),
                        List.of())));
        int held =
                settings.quarantine().maxRecordBytes() + settings.quarantine().headerBudget();
        // The original's headers are carried through, and nearly all of a message may be headers.
        int carried = settings.limits().maxMessageBytes() + OUR_PART;
        wanted.add(own(topics.replays(), partitions, held, retention(REPLAYS_KEPT), KEPT));
        wanted.add(own(topics.commands(), partitions, 0, retention(QUARANTINE_KEPT), KEPT));
        // These may be bounded in size by whoever reads them: 'hapax verify' then reports what it can't know.
        wanted.add(published(topics.decisions(), carried, Map.of()));
        wanted.add(published(topics.alerts(), carried, Map.of()));
        wanted.add(published(topics.duplicates(), carried, retention(DUPLICATES_KEPT)));
        wanted.add(own(topics.quarantine(), OptionalInt.empty(), held, retention(QUARANTINE_KEPT), KEPT));
        // While it is compacted its size does not matter; should someone change that, nothing is deleted by size.
        Map<String, String> unbounded = Map.of(WHATEVER_ITS_SIZE.key(), WHATEVER_ITS_SIZE.value());
        wanted.add(own(topics.cases(), OptionalInt.empty(), LARGEST_CASE_FILE, unbounded, List.of(COMPACTED)));
        wanted.add(guard(settings));
        wanted.add(repartition(settings, carried));
        return List.copyOf(wanted);
    }

    private static WantedTopic own(
            String name,
            OptionalInt partitions,
            int largestRecord,
            Map<String, String> configs,
            List<NeededSetting> needed) {
        Map<String, String> all = new HashMap<>(configs);
        needed.forEach(setting -> all.put(setting.key(), setting.value()));
        if (largestRecord > 0) {
            all.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(largestRecord));
        }
        return new WantedTopic(name, Kind.OWN, partitions, largestRecord, Map.copyOf(all), needed);
    }

    /** What others read: made like the topics that keep everything, and its own settings are not objected to. */
    private static WantedTopic published(String name, int largestRecord, Map<String, String> configs) {
        WantedTopic topic = own(name, OptionalInt.empty(), largestRecord, configs, KEPT);
        return new WantedTopic(name, Kind.OWN, topic.partitions(), largestRecord, topic.configs(), List.of());
    }

    private static WantedTopic guard(Settings settings) {
        Duration remembered = Duration.ofMillis(HapaxTopology.windows(settings).retention())
                .plus(settings.guard().changelogExtraRetention());
        return new WantedTopic(
                Names.guardChangelog(settings.applicationId()),
                Kind.INTERNAL,
                OptionalInt.of(settings.topics().partitions()),
                0,
                retention(remembered),
                KEPT);
    }

    /** A record waits here for as long as no instance runs, and has the event time of its message. */
    private static WantedTopic repartition(Settings settings, int largestRecord) {
        String refused = "the broker would refuse messages, and no instance could go on";
        return new WantedTopic(
                Names.repartitionTopic(settings.applicationId()),
                Kind.INTERNAL,
                OptionalInt.of(settings.topics().partitions()),
                largestRecord,
                Map.of(),
                List.of(
                        WHATEVER_ITS_SIZE,
                        NOT_COMPACTED,
                        NeededSetting.exactly(
                                TopicConfig.RETENTION_MS_CONFIG,
                                "-1",
                                "the broker would delete messages before the guard has seen them"),
                        NeededSetting.exactly(
                                TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
                                "CreateTime",
                                "messages would lose their event time"),
                        NeededSetting.atLeast(
                                TopicConfig.MESSAGE_TIMESTAMP_BEFORE_MAX_MS_CONFIG, Long.MAX_VALUE, refused),
                        NeededSetting.atLeast(
                                TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG,
                                settings.limits().maxClockSkew().toMillis(),
                                refused)));
    }

    private static Map<String, String> retention(Duration time) {
        return Map.of(TopicConfig.RETENTION_MS_CONFIG, Long.toString(time.toMillis()));
    }
}
