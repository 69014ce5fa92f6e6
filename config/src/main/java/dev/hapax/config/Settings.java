package dev.hapax.config;

import dev.hapax.domain.GuardWindows;
import dev.hapax.topics.Topic;
import dev.hapax.topics.TopicNames;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Everything a user may set, checked.
 *
 * @param kafka passed to every Kafka client unchanged: brokers, TLS, SASL
 * @param streams passed to Kafka Streams after our own choices, so that any of them can be overridden
 */
public record Settings(
        String applicationId,
        Map<String, String> kafka,
        Map<String, String> streams,
        TopicSettings topics,
        List<SourceSettings> sources,
        Map<String, ClassifierSettings> classifiers,
        GuardSettings guard,
        LimitSettings limits,
        QuarantineSettings quarantine,
        DeliverySettings delivery,
        CampaignSettings campaign,
        InstanceSettings instance,
        AdminSettings admin) {

    private static final int MOST_BUCKETS = 256;

    public Settings {
        kafka = Ordered.copyOf(kafka);
        streams = Ordered.copyOf(streams);
        sources = List.copyOf(sources);
        classifiers = Ordered.copyOf(classifiers);
        Rules rules = Rules.of("");
        rules.require(
                TopicName.isLegal(applicationId) && TopicName.isLegalPart(applicationId),
                "application-id",
                applicationId,
                TopicName.PART_RULE + ", and not be empty");
        ReservedKeys.check(rules, "kafka", kafka);
        ReservedKeys.check(rules, "streams", streams);
        SourceRules.check(rules, applicationId, topics, sources, classifiers, delivery.isOn());
        rules.require(
                sources.isEmpty() || guard.bucket().compareTo(longest(sources, guard.ttl())) <= 0,
                "guard.bucket",
                guard.bucket(),
                "must be at most the longest ttl of any source",
                SourceRules.allTtls(sources));
        // Every message asks the filters of all buckets its window touches.
        rules.require(
                sources.isEmpty() || longest(sources, guard.ttl()).dividedBy(guard.bucket()) <= MOST_BUCKETS,
                "guard.bucket",
                guard.bucket(),
                "must be at least a " + MOST_BUCKETS + "th of the longest ttl of any source",
                SourceRules.allTtls(sources));
        rules.require(
                delivery.scoredBy() == null || classifiers.containsKey(delivery.scoredBy()),
                "delivery.score.classifier",
                delivery.scoredBy() == null ? "" : delivery.scoredBy(),
                "must name one of classifiers: " + String.join(", ", classifiers.keySet()));
        // What is too large for intake must still fit into quarantine, or its write fails and the instance stops.
        rules.require(
                limits.maxMessageBytes() <= quarantine.maxRecordBytes(),
                "limits.max-message-bytes",
                SizeText.format(limits.maxMessageBytes()),
                "must be at most quarantine.max-record-bytes",
                "quarantine.max-record-bytes");
        delivery.channels().forEach((name, channel) -> {
            int cap = channel.limits().dailyCap();
            // A partition with a share of nothing would never send.
            rules.require(
                    cap == 0 || cap >= topics.partitions(),
                    "delivery.channels." + name + ".daily-cap",
                    cap,
                    "must be 0 or at least topics.partitions (" + topics.partitions() + ")",
                    "topics.partitions");
        });
        rules.check();
    }

    /** The name of one of the application's topics. */
    public String topic(Topic topic) {
        return topic.name(topics.prefix(), applicationId);
    }

    public TopicNames topicNames() {
        return new TopicNames(topics.prefix(), applicationId);
    }

    /** Whether an operator can change rules while instances run. */
    public boolean reloadsRules() {
        return classifiers.values().stream().anyMatch(ClassifierSettings::reload);
    }

    /** The lengths of time the guard works with. */
    public GuardWindows guardWindows() {
        return GuardWindows.of(longestTtl(), guard.maxLateness(), guard.bucket());
    }

    /** How long the guard must remember, whichever source a message came from. */
    public Duration longestTtl() {
        return longest(sources, guard.ttl());
    }

    /** @throws IllegalArgumentException if there is none with that name */
    public SourceSettings source(String name) {
        return sources.stream()
                .filter(source -> source.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no source named " + name));
    }

    static Duration longest(List<SourceSettings> sources, Duration otherwise) {
        return sources.stream()
                .map(SourceSettings::ttl)
                .max(Comparator.naturalOrder())
                .orElse(otherwise);
    }

    /** Without the values meant for Kafka's clients: some of them are credentials. */
    @Override
    public String toString() {
        return "Settings[applicationId=" + applicationId + ", kafka=" + kafka.keySet() + ", streams=" + streams.keySet()
                + ", topics=" + topics + ", sources=" + sources + ", classifiers=" + classifiers.keySet() + ", guard="
                + guard + ", limits=" + limits + ", quarantine=" + quarantine + ", delivery="
                + delivery.channels().keySet() + ", campaign=" + campaign + ", instance=" + instance + ", admin="
                + admin + "]";
    }
}
