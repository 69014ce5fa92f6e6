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

/** Defines every setting and reads it from a file; sources have {@link SourceSettingsReader}, HTTP {@link
 * AdminReader}, deliveries {@link DeliveryReader}. */
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
                "The name of the application: consumer group, transactions, internal topics. Instances "
                        + "with the same name share the work.");
        Map<String, String> kafka = root.free(
                "kafka", "Settings for every Kafka client: brokers, TLS, SASL. `bootstrap.servers` is required.");
        if (kafka.getOrDefault(BROKERS, "").isBlank() && !root.isWrong("kafka." + BROKERS)) {
            root.error("kafka." + BROKERS, "must be set: the brokers to start from, such as localhost:9092");
        }
        Map<String, String> streams =
                root.free("streams", "Settings for Kafka Streams. They override the choices of Hapax.");
        SettingsSection topics = root.section("topics", "The topics that Hapax writes and manages.");
        List<SettingsSection> sources =
                root.items("sources", "The topics to read, and how to read them. At least one.");
        Map<String, ClassifierSettings> classifiers = classifiers();
        SettingsSection guard = root.section("guard", "How the guard remembers admitted identities.");
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
        LimitSettings limits = root.section("limits", "Limits for messages. A message beyond them is quarantined.")
                .build(SettingsReader::limits);
        QuarantineSettings quarantine =
                root.section("quarantine", "Settings of the quarantine.").build(SettingsReader::quarantine);
        DeliverySettings delivery = root.section(
                        "delivery", "Mails and webhooks that are sent once, after an approval.")
                .build(new DeliveryReader(path)::read);
        CampaignSettings campaign = root.section("campaign", "One mail to many recipients. Needs a mail channel.")
                .build(CampaignReader::read);
        InstanceSettings instance =
                root.section("instance", "Settings of one instance.").build(this::instance);
        AdminSettings admin = root.section("admin", "The HTTP server of an instance: API, metrics, dashboard.")
                .build(new AdminReader(path)::read);
        TopicSettings topicSettings = topics.build(SettingsReader::topics);
        more.check(
                read,
                classifiers,
                limits,
                delivery,
                (key, rule) -> root.errorOnce(SourceSettingsReader.inFile(key, paths), rule));
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
                        delivery,
                        campaign,
                        instance,
                        admin),
                key -> SourceSettingsReader.inFile(key, paths));
    }

    private static TopicSettings topics(SettingsSection section) {
        return new TopicSettings(
                section.text("prefix", "hapax.", "The first part of the name of each of these topics."),
                section.count(
                        "partitions",
                        6,
                        "Partitions of the guard, and so of every topic keyed by identity. If you change it later, "
                                + "the guard loses its entries."));
    }

    private Map<String, ClassifierSettings> classifiers() {
        Map<String, SettingsSection> named = root.named(
                "classifiers",
                null,
                List.of(SourceSettingsReader.DEFAULT_CLASSIFIER),
                "The classifiers that sources can name. The default is one classifier, `rules`, with the "
                        + "built-in rules.");
        Map<String, ClassifierSettings> classifiers = new LinkedHashMap<>();
        named.forEach((name, section) ->
                section.salvage(it -> classifier(name, it)).ifPresent(classifier -> classifiers.put(name, classifier)));
        return classifiers;
    }

    private ClassifierSettings classifier(String name, SettingsSection section) {
        return new ClassifierSettings(
                name,
                section.text(
                        "type", ClassifierSettings.RULES, "The implementation: `rules`, or the type of a plug-in."),
                section.optional(
                        "file",
                        path,
                        "the rules built in",
                        "The rule file, relative to the folder of the configuration file."),
                section.free("options", "Further settings of the implementation."),
                section.flag(
                        "reload",
                        false,
                        "Whether `hapax rules apply` changes the rules of running instances. If not, an instance "
                                + "reads the rule file when it starts. Only for type `rules`."));
    }

    private static Duration ttl(SettingsSection guard) {
        return guard.duration(
                "ttl",
                DEFAULT_TTL,
                "Two messages of one identity count as one if they are less than this apart in event time. "
                        + "A source can set its own.");
    }

    private static GuardSettings guard(SettingsSection section, Duration longestTtl) {
        return new GuardSettings(
                ttl(section),
                section.duration(
                        "max-lateness",
                        Duration.ofHours(1),
                        "How far a message may be behind the newest one of its partition. Older messages that the "
                                + "guard does not know are quarantined."),
                section.derived(
                        "bucket",
                        SettingType.DURATION,
                        GuardSettings.bucketFor(longestTtl),
                        "an eighth of the longest TTL, at least `1s`",
                        "The time span that is evicted at once. A shorter one frees memory sooner, a longer one "
                                + "makes lookups cheaper."),
                section.flag("refresh-on-duplicate", false, "Whether a duplicate restarts the TTL of its identity."),
                section.size(
                        "filter-memory",
                        128L * MIB,
                        "Limit for the heap filters that answer most lookups, for all partitions of an instance "
                                + "together."),
                section.size(
                        "rocksdb-memory",
                        256L * MIB,
                        "Limit for block cache and write buffers of RocksDB, for all partitions of an instance "
                                + "together."),
                section.duration(
                        "changelog-extra-retention",
                        Duration.ofDays(7),
                        "The longest outage of the whole application that the changelog survives."));
    }

    private static LimitSettings limits(SettingsSection section) {
        return new LimitSettings(
                section.bytes("max-message-bytes", MIB, "The size of key, value and headers together."),
                section.count("max-depth", 64, "The nesting depth of objects, lists or parts."),
                section.count(
                        "max-identity-length",
                        512,
                        "The length of an identity in characters, including the namespace. At most `4096`."),
                section.duration(
                        "max-clock-skew",
                        Duration.ofMinutes(5),
                        "How far a timestamp may be ahead of the clock. At most `1h`."));
    }

    private static QuarantineSettings quarantine(SettingsSection section) {
        return new QuarantineSettings(
                section.bytes(
                        "header-budget",
                        8 * KIB,
                        "The size of the headers that Hapax adds to a quarantined message. At least `1KiB`."),
                section.count(
                        "max-attempts",
                        5,
                        "How often a message can be quarantined before its reason becomes `RETRIES_EXHAUSTED`."),
                section.bytes(
                        "max-record-bytes",
                        16 * MIB,
                        "The largest message that the quarantine stores whole. Brokers and topic must allow this "
                                + "size. Of a larger message, which only compression allows, it stores a digest."),
                section.section("flood", "Limits on quarantined messages. Beyond them, the instance stops.")
                        .build(SettingsReader::flood));
    }

    private static QuarantineSettings.Flood flood(SettingsSection section) {
        return new QuarantineSettings.Flood(
                section.count("max-consecutive", 1000, "Consecutive messages of one partition. `0` means no limit."),
                section.share(
                        "max-share", 0.5, "Share of the last `window` messages of a partition. `1` means no limit."),
                section.count("window", 10_000, "The number of messages for `max-share`. At least `10`."));
    }

    private InstanceSettings instance(SettingsSection section) {
        return new InstanceSettings(
                section.count("threads", 2, "The number of stream threads."),
                section.derived(
                        "state-dir",
                        path,
                        path.parse().apply("state"),
                        "`state`",
                        "The folder of the guard on disk, relative to the folder of the configuration file. Each "
                                + "instance needs its own."),
                section.duration(
                        "commit-interval",
                        Duration.ofMillis(100),
                        "The length of a transaction, which delays decisions by as much. Less than "
                                + "`transaction-timeout`."),
                section.count(
                        "arrivals-per-record",
                        64,
                        "How many messages share a record of the repartition topic, at most. `1` writes records that "
                                + "the first release can read: use it while instances of both run."),
                section.count(
                        "standby-replicas",
                        0,
                        "The number of standby copies of the guard on other instances, for fast failover. With "
                                + "`group-protocol: streams`, set it for the group on the brokers."),
                section.text(
                        "group-protocol",
                        InstanceSettings.CLASSIC,
                        "`classic`, or `streams`, where the brokers assign tasks."),
                notEmpty(section.optional(
                        "instance-id",
                        SettingType.TEXT,
                        "none",
                        "The id for static membership. A fast restart with the same id moves no task. Not with "
                                + "`group-protocol: streams`.")),
                section.flag(
                        "leave-group",
                        true,
                        "Whether a stopping instance leaves the group at once. If not, it keeps its tasks for a "
                                + "fast restart."),
                section.duration(
                        "session-timeout",
                        Duration.ofSeconds(10),
                        "The failover time with a standby: after this time, another instance has the tasks of a "
                                + "dead one. `session.timeout.ms` is 80 % of it, and brokers require 6 s or more "
                                + "(`group.min.session.timeout.ms`). With `group-protocol: streams`, the brokers decide."),
                section.duration(
                        "transaction-timeout",
                        Duration.ofSeconds(10),
                        "How long the open transaction of a dead instance can block its successor."),
                section.duration("stop-timeout", Duration.ofSeconds(30), "The time limit for stopping."),
                section.count(
                        "max-thread-replacements",
                        5,
                        "How many failed threads are replaced within an hour before the instance stops."));
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
