package dev.hapax.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Defines every setting and reads it from a file; sources have {@link SourceSettingsReader}, HTTP {@link AdminReader}. */
final class SettingsReader {

    private static final String BROKERS = "bootstrap.servers";
    private static final int KIB = 1024;
    private static final int MIB = 1024 * KIB;
    private static final Duration DEFAULT_TTL = Duration.ofHours(24);

    private final SettingsSection root;
    private final SettingType<Path> path;

    /** @param folder what relative paths start from */
    SettingsReader(SettingsSection root, Path folder) {
        this.root = root;
        this.path = new SettingType<>("path", text -> resolve(folder, text), Path::toString);
    }

    /** None when something is wrong, which is then reported. */
    Optional<Settings> read(FurtherCheck more) {
        String applicationId = root.text(
                "application-id",
                "hapax",
                "Names the application: consumer group, transactions, internal topics. Instances that share it share"
                        + " the work.");
        Map<String, String> kafka = root.free(
                "kafka",
                "Passed to every Kafka client as it stands: brokers, TLS, SASL. Must have `bootstrap.servers`.");
        if (kafka.getOrDefault(BROKERS, "").isBlank() && !root.isWrong("kafka." + BROKERS)) {
            root.error("kafka." + BROKERS, "must be set: the brokers to start from, such as localhost:9092");
        }
        Map<String, String> streams =
                root.free("streams", "Passed to Kafka Streams after what Hapax chooses itself, and so overrides it.");
        SettingsSection topics = root.section("topics", "The topics that are Hapax's own.");
        List<SettingsSection> sources =
                root.items("sources", "The topics to read, each with how to read it. At least one.");
        Map<String, ClassifierSettings> classifiers = classifiers();
        SettingsSection guard = root.section("guard", "How long and how admitted identities are remembered.");
        Duration ttl = ttl(guard);
        // A TTL that cannot be is reported once, by the guard, not by every source that takes it over.
        Duration inherited = ttl.isNegative() || ttl.isZero() ? DEFAULT_TTL : ttl;
        List<SourceSettings> read = new ArrayList<>();
        List<String> paths = new ArrayList<>();
        for (SettingsSection section : sources) {
            section.salvage(it -> SourceSettingsReader.read(it, inherited)).ifPresent(source -> {
                read.add(source);
                paths.add(section.path());
            });
        }
        Duration longest = Settings.longest(read, inherited);
        GuardSettings guardSettings = guard.build(section -> guard(section, longest));
        LimitSettings limits = root.section("limits", "What intake accepts. Beyond these a message is quarantined.")
                .build(SettingsReader::limits);
        QuarantineSettings quarantine =
                root.section("quarantine", "How quarantine behaves.").build(SettingsReader::quarantine);
        InstanceSettings instance =
                root.section("instance", "How one instance runs.").build(this::instance);
        AdminSettings admin = root.section("admin", "The HTTP server of an instance: API, metrics, dashboard.")
                .build(new AdminReader(path)::read);
        TopicSettings topicSettings = topics.build(SettingsReader::topics);
        more.check(read, classifiers, limits, (key, rule) -> root.errorOnce(SourcePaths.inFile(key, paths), rule));
        return root.tryBuild(
                section -> new Settings(
                        applicationId,
                        kafka,
                        streams,
                        topicSettings,
                        read,
                        classifiers,
                        guardSettings,
                        limits,
                        quarantine,
                        instance,
                        admin),
                key -> SourcePaths.inFile(key, paths));
    }

    private static TopicSettings topics(SettingsSection section) {
        return new TopicSettings(
                section.text("prefix", "hapax.", "Stands before the name of every topic that is Hapax's own."),
                section.count(
                        "partitions",
                        6,
                        "Partitions of the guard, and so of every topic keyed by identity. Cannot be changed later"
                                + " without losing what the guard remembers."));
    }

    private Map<String, ClassifierSettings> classifiers() {
        Map<String, SettingsSection> named = root.named(
                "classifiers",
                null,
                List.of(SourceSettingsReader.DEFAULT_CLASSIFIER),
                "The classifiers that sources can name. Without this section there is one, `rules`, with the rules"
                        + " built in.");
        Map<String, ClassifierSettings> classifiers = new LinkedHashMap<>();
        named.forEach((name, section) ->
                section.salvage(it -> classifier(name, it)).ifPresent(classifier -> classifiers.put(name, classifier)));
        return classifiers;
    }

    private ClassifierSettings classifier(String name, SettingsSection section) {
        return new ClassifierSettings(
                name,
                section.text("type", "rules", "Which implementation: `rules`, or a plug-in's type."),
                section.optional(
                        "file",
                        path,
                        "the rules built in",
                        "Its rules, relative to the folder of the configuration file."),
                section.free("options", "Whatever else that implementation takes."));
    }

    private static Duration ttl(SettingsSection guard) {
        return guard.duration(
                "ttl",
                DEFAULT_TTL,
                "Two messages of one identity less than this apart in event time are one. Sources may have their own.");
    }

    private static GuardSettings guard(SettingsSection section, Duration longestTtl) {
        return new GuardSettings(
                ttl(section),
                section.duration(
                        "max-lateness",
                        Duration.ofHours(1),
                        "How far behind the newest message of its partition a message may be and still be judged; later"
                                + " ones are quarantined."),
                section.derived(
                        "bucket",
                        SettingType.DURATION,
                        GuardSettings.bucketFor(longestTtl),
                        "an eighth of the longest TTL, at least `1s`",
                        "What is evicted at once. Shorter frees memory sooner; longer makes lookups cheaper."),
                section.flag("refresh-on-duplicate", false, "Whether a duplicate starts the TTL of its identity anew."),
                section.size(
                        "filter-memory",
                        128L * MIB,
                        "Bound of the heap filters that answer most lookups, all partitions of an instance together."),
                section.size(
                        "rocksdb-memory",
                        256L * MIB,
                        "Bound of RocksDB's block cache and write buffers, all partitions of an instance together."),
                section.duration(
                        "changelog-extra-retention",
                        Duration.ofDays(7),
                        "How long an outage of the whole application the guard's memory outlives."));
    }

    private static LimitSettings limits(SettingsSection section) {
        return new LimitSettings(
                section.bytes("max-message-bytes", MIB, "Key, value and headers together."),
                section.count("max-depth", 64, "How deep a message may nest objects, lists or parts."),
                section.count(
                        "max-identity-length", 512, "Characters of an identity, namespace included; at most `4096`."),
                section.duration(
                        "max-clock-skew",
                        Duration.ofMinutes(5),
                        "How far ahead of the clock a timestamp may be; at most `1h`."));
    }

    private static QuarantineSettings quarantine(SettingsSection section) {
        return new QuarantineSettings(
                section.bytes(
                        "header-budget",
                        8 * KIB,
                        "What Hapax's headers may add to a quarantined message; at least `1KiB`."),
                section.count(
                        "max-attempts",
                        5,
                        "How often a message may come back to quarantine before it is given up as RETRIES_EXHAUSTED."),
                section.bytes(
                        "max-record-bytes",
                        16 * MIB,
                        "The largest message that quarantine holds; brokers and topic must allow as much. Of a larger"
                                + " one, which only compression lets into a topic, it holds a digest."),
                section.section("flood", "When so much is quarantined that the instance stops instead.")
                        .build(SettingsReader::flood));
    }

    private static QuarantineSettings.Flood flood(SettingsSection section) {
        return new QuarantineSettings.Flood(
                section.count("max-consecutive", 1000, "So many in a row on one partition; `0` for no limit."),
                section.share(
                        "max-share", 0.5, "More than this share of the last `window` messages; `1` for no limit."),
                section.count(
                        "window", 10_000, "How many messages of a partition the share is taken of; at least `10`."));
    }

    private InstanceSettings instance(SettingsSection section) {
        return new InstanceSettings(
                section.count("threads", 2, "Stream threads of one instance."),
                section.derived(
                        "state-dir",
                        path,
                        path.parse().apply("state"),
                        "`state`",
                        "Where the guard is kept on disk, relative to the folder of the configuration file. One for"
                                + " each instance."),
                section.duration(
                        "commit-interval",
                        Duration.ofMillis(100),
                        "How long a transaction lasts, and so how late a decision can be seen; less than"
                                + " `transaction-timeout`."),
                section.count(
                        "standby-replicas",
                        0,
                        "Warm copies of the guard on other instances, for quick failover. With `streams` it is a"
                                + " setting of the group, kept by the brokers."),
                section.text(
                        "group-protocol",
                        InstanceSettings.CLASSIC,
                        "`classic`, or `streams` where brokers assign the tasks."),
                notEmpty(section.optional(
                        "instance-id",
                        SettingType.TEXT,
                        "none",
                        "Static membership: a quick restart under the same id moves no task. Not with `streams`.")),
                section.flag(
                        "leave-group",
                        true,
                        "Whether a stopping instance hands its tasks over at once, or keeps them for a quick restart."),
                section.duration(
                        "session-timeout",
                        Duration.ofSeconds(10),
                        "By then another has the work of an instance that gives no sign of life any more, if it has a"
                                + " standby of it. Kafka's `session.timeout.ms` is 80 % of this, the rest is for the"
                                + " handing over; brokers want that to be 6 s or more (`group.min.session.timeout.ms`)."
                                + " With `streams` the brokers say how long."),
                section.duration(
                        "transaction-timeout",
                        Duration.ofSeconds(10),
                        "How long a dead instance's transaction can hold up its successor."),
                section.duration("stop-timeout", Duration.ofSeconds(30), "How long a stop may take."),
                section.count(
                        "max-thread-replacements",
                        5,
                        "How many failed threads are replaced within an hour before the instance gives up."));
    }

    private static @Nullable String notEmpty(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }

    private static Path resolve(Path folder, String text) {
        try {
            if (!text.isBlank()) {
                return folder.resolve(text).normalize();
            }
        } catch (InvalidPathException e) {
            // Said below, as for no path at all.
        }
        throw new IllegalArgumentException("must be a path");
    }
}
