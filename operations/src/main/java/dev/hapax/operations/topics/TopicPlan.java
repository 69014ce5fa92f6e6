package dev.hapax.operations.topics;

import dev.hapax.config.Settings;
import dev.hapax.config.SourceSettings;
import dev.hapax.operations.topics.WantedTopic.Kind;
import dev.hapax.topics.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;

/** The topics a configuration asks for. */
public final class TopicPlan {

    /** What a decision adds to the headers it carries: identity three times, reason, coordinates, lengths. */
    private static final int OUR_PART = 64 * 1024;

    /** The longest history of a case, each change with the longest note and difference. */
    private static final int LARGEST_CASE_FILE = 8 << 20;

    private static final WantedTopic.NeededSetting WHATEVER_ITS_SIZE = WantedTopic.NeededSetting.exactly(
            TopicConfig.RETENTION_BYTES_CONFIG, "-1", "the broker would delete records before anyone has read them");

    private static final WantedTopic.NeededSetting NOT_COMPACTED = WantedTopic.NeededSetting.exactly(
            TopicConfig.CLEANUP_POLICY_CONFIG,
            TopicConfig.CLEANUP_POLICY_DELETE,
            "the broker would delete all records of a key but the last");

    private static final WantedTopic.NeededSetting COMPACTED = WantedTopic.NeededSetting.exactly(
            TopicConfig.CLEANUP_POLICY_CONFIG,
            TopicConfig.CLEANUP_POLICY_COMPACT,
            "the broker would delete the state of cases that are still open");

    private static final WantedTopic.NeededSetting EVERY_VERSION = WantedTopic.NeededSetting.exactly(
            TopicConfig.CLEANUP_POLICY_CONFIG,
            TopicConfig.CLEANUP_POLICY_COMPACT,
            "the broker would delete the rules in force, and the next instance to start would use its rule file");

    private static final WantedTopic.NeededSetting COMPACTED_FOR_DELIVERY = WantedTopic.NeededSetting.exactly(
            TopicConfig.CLEANUP_POLICY_CONFIG,
            TopicConfig.CLEANUP_POLICY_COMPACT,
            "the broker would delete what keeps a delivery from being sent twice");

    private static final WantedTopic.NeededSetting FOR_EVER = WantedTopic.NeededSetting.exactly(
            TopicConfig.RETENTION_MS_CONFIG,
            "-1",
            "the broker would delete evidence, and the chain of receipts would break");

    private static final WantedTopic.NeededSetting BY_APPEND_TIME = WantedTopic.NeededSetting.exactly(
            TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
            "LogAppendTime",
            "the broker would delete records about old messages before anyone has read them");

    /** Nothing may be deleted from these before its time. */
    private static final List<WantedTopic.NeededSetting> KEPT =
            List.of(WHATEVER_ITS_SIZE, NOT_COMPACTED, BY_APPEND_TIME);

    private TopicPlan() {}

    public static List<WantedTopic> of(Settings settings) {
        List<WantedTopic> wanted = new ArrayList<>();
        settings.sources()
                .forEach(source -> wanted.add(new WantedTopic(
                        source.topic(),
                        Kind.SOURCE,
                        source.keyedByIdentity()
                                ? OptionalInt.of(settings.topics().partitions())
                                : OptionalInt.empty(),
                        false,
                        settings.quarantine().maxRecordBytes(),
                        Map.of(),
                        List.of())));
        for (Topic topic : Topic.values()) {
            if (isNeeded(topic, settings)) {
                wanted.add(wanted(topic, settings));
            }
        }
        settings.sources().stream()
                .map(SourceSettings::admitted)
                .filter(Objects::nonNull)
                .distinct()
                .forEach(admitted -> wanted.add(admitted(admitted, settings)));
        return List.copyOf(wanted);
    }

    private static boolean isNeeded(Topic topic, Settings settings) {
        if (topic == Topic.RULES) {
            return settings.reloadsRules();
        }
        return !topic.isForDelivery() || settings.delivery().isOn();
    }

    /** Its records have the timestamps of their messages. Its readers may limit its retention. */
    private static WantedTopic admitted(String name, Settings settings) {
        List<WantedTopic.NeededSetting> needed = neededForEventTime(settings);
        int largest = settings.limits().maxMessageBytes() + OUR_PART;
        Map<String, String> configs = new HashMap<>();
        needed.forEach(setting -> configs.put(setting.key(), setting.value()));
        configs.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(largest));
        return new WantedTopic(name, Kind.OWN, OptionalInt.empty(), false, largest, Map.copyOf(configs), needed);
    }

    private static WantedTopic wanted(Topic topic, Settings settings) {
        Map<String, String> configs = new HashMap<>();
        int largest = largest(topic, settings);
        Duration retention = retention(topic, settings);
        if (retention != null) {
            configs.put(TopicConfig.RETENTION_MS_CONFIG, Long.toString(retention.toMillis()));
        }
        if (topic.role() != Topic.Role.INTERNAL) {
            // A compacted topic ignores its size; should someone change that, nothing is deleted by size.
            configs.put(WHATEVER_ITS_SIZE.key(), WHATEVER_ITS_SIZE.value());
            made(topic).forEach(setting -> configs.put(setting.key(), setting.value()));
            if (largest > 0) {
                configs.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(largest));
            }
        }
        return new WantedTopic(
                settings.topic(topic),
                topic.role() == Topic.Role.INTERNAL ? Kind.INTERNAL : Kind.OWN,
                partitions(topic, settings),
                isOrdered(topic),
                largest,
                Map.copyOf(configs),
                needed(topic, settings));
    }

    private static OptionalInt partitions(Topic topic, Settings settings) {
        if (isOrdered(topic)) {
            // Its last record is in force, and only records of one partition have an order.
            return OptionalInt.of(1);
        }
        return topic.partitionedLikeTheGuard()
                ? OptionalInt.of(settings.topics().partitions())
                : OptionalInt.empty();
    }

    private static boolean isOrdered(Topic topic) {
        return topic == Topic.RULES || topic == Topic.DELIVERY_CONTROL;
    }

    private static int largest(Topic topic, Settings settings) {
        return switch (topic.largest()) {
            case ANY -> 0;
            // The original's headers are carried through, and nearly all of a message may be headers.
            case MESSAGE -> settings.limits().maxMessageBytes() + OUR_PART;
            case ORIGINAL ->
                settings.quarantine().maxRecordBytes() + settings.quarantine().headerBudget();
            case CASE -> LARGEST_CASE_FILE;
            case ARTIFACT -> settings.delivery().maxArtifactBytes() + OUR_PART;
        };
    }

    private static @Nullable Duration retention(Topic topic, Settings settings) {
        return topic == Topic.GUARD_CHANGELOG
                ? Duration.ofMillis(settings.guardWindows().retention())
                        .plus(settings.guard().changelogExtraRetention())
                : topic.retention();
    }

    /** The settings it is created with, besides its retention. */
    private static List<WantedTopic.NeededSetting> made(Topic topic) {
        return switch (topic) {
            case CASES -> List.of(COMPACTED);
            case RULES -> List.of(EVERY_VERSION);
            case CLAIMS, LEDGER, DELIVERY_CONTROL, SUPPRESSIONS, CAMPAIGNS, LEDGER_CHANGELOG ->
                List.of(COMPACTED_FOR_DELIVERY);
            case RECEIPTS -> List.of(WHATEVER_ITS_SIZE, NOT_COMPACTED, BY_APPEND_TIME, FOR_EVER);
            default -> KEPT;
        };
    }

    /** The settings it must have, even if someone else created it. */
    private static List<WantedTopic.NeededSetting> needed(Topic topic, Settings settings) {
        if (topic == Topic.REPARTITION) {
            return neededForRepartition(settings);
        }
        // The readers of an output may limit its retention: 'hapax verify' then reports what it can't check.
        return topic.role() == Topic.Role.OUTPUT ? List.of() : made(topic);
    }

    /** A record waits here for as long as no instance runs, and has the event time of its message. */
    private static List<WantedTopic.NeededSetting> neededForRepartition(Settings settings) {
        List<WantedTopic.NeededSetting> needed = new ArrayList<>(neededForEventTime(settings));
        needed.add(WHATEVER_ITS_SIZE);
        needed.add(NOT_COMPACTED);
        needed.add(WantedTopic.NeededSetting.exactly(
                TopicConfig.RETENTION_MS_CONFIG,
                "-1",
                "the broker would delete messages before the guard has seen them"));
        return List.copyOf(needed);
    }

    private static List<WantedTopic.NeededSetting> neededForEventTime(Settings settings) {
        String refused = "the broker would refuse messages, and no instance could go on";
        return List.of(
                WantedTopic.NeededSetting.exactly(
                        TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
                        "CreateTime",
                        "messages would lose their event time"),
                WantedTopic.NeededSetting.atLeast(
                        TopicConfig.MESSAGE_TIMESTAMP_BEFORE_MAX_MS_CONFIG, Long.MAX_VALUE, refused),
                WantedTopic.NeededSetting.atLeast(
                        TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG,
                        settings.limits().maxClockSkew().toMillis(),
                        refused));
    }
}
