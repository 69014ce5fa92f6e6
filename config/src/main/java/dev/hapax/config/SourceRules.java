package dev.hapax.config;

import dev.hapax.topics.Topic;
import dev.hapax.topics.TopicNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What sources owe each other and the rest of the settings. */
final class SourceRules {

    private static final Pattern INTERNAL = Pattern.compile("-(changelog|repartition)$");

    private SourceRules() {}

    static void check(
            Rules rules,
            String applicationId,
            TopicSettings topics,
            List<SourceSettings> sources,
            Map<String, ClassifierSettings> classifiers,
            boolean delivers) {
        Predicate<String> ours = ours(applicationId, topics, delivers);
        rules.require(
                !sources.isEmpty(),
                "sources",
                "[]",
                "must have at least one source: without, there is nothing to read");
        Map<String, Integer> names = new HashMap<>();
        Map<String, Integer> inputs = new HashMap<>();
        Map<String, Integer> namespaces = new HashMap<>();
        boolean several =
                sources.stream().map(SourceSettings::namespace).distinct().count() > 1;
        for (int i = 0; i < sources.size(); i++) {
            SourceSettings source = sources.get(i);
            String at = at(i);
            unique(rules, at + ".name", source.name(), names.putIfAbsent(source.name(), i), ".name");
            unique(rules, at + ".topic", source.topic(), inputs.putIfAbsent(source.topic(), i), ".topic");
            notOurs(rules, at + ".topic", source.topic(), ours);
            checkAdmitted(rules, at, source, sources, ours);
            rules.require(
                    !several || !source.namespace().isEmpty(),
                    at + ".namespace",
                    "\"\"",
                    "must not be empty while another source has a namespace: their identities could meet");
            rules.require(
                    !source.bounces() || delivers,
                    at + ".bounces",
                    source.bounces(),
                    "needs delivery.channels: without, nothing is delivered that could bounce",
                    "delivery.channels");
            sharesTtl(rules, at, source, sources, namespaces.putIfAbsent(source.namespace(), i));
            rules.require(
                    classifiers.containsKey(source.classifier()),
                    at + ".classifier",
                    source.classifier(),
                    "must be one of classifiers: " + String.join(", ", classifiers.keySet()),
                    "classifiers");
        }
    }

    /** Several sources may share a topic of admitted messages, but Hapax must not read what it writes. */
    private static void checkAdmitted(
            Rules rules, String at, SourceSettings source, List<SourceSettings> sources, Predicate<String> ours) {
        String admitted = source.admitted();
        if (admitted != null) {
            notOurs(rules, at + ".admitted", admitted, ours);
            rules.require(
                    sources.stream().noneMatch(other -> other.topic().equals(admitted)),
                    at + ".admitted",
                    admitted,
                    "is the topic of a source: Hapax would read what it writes");
        }
    }

    /** The keys that say what the longest TTL is. */
    static String[] allTtls(List<SourceSettings> sources) {
        return Stream.concat(
                        Stream.of("sources", "guard.ttl"),
                        IntStream.range(0, sources.size()).mapToObj(i -> at(i) + ".ttl"))
                .toArray(String[]::new);
    }

    private static void unique(Rules rules, String key, String value, @Nullable Integer first, String component) {
        rules.require(first == null, key, value, "is taken" + (first == null ? "" : " by " + at(first) + component));
    }

    /** The topics of an application; those for deliveries only where there are any. */
    private static Predicate<String> ours(String applicationId, TopicSettings topics, boolean delivers) {
        TopicNames names = new TopicNames(topics.prefix(), applicationId);
        return name -> {
            Topic topic = names.topic(name);
            boolean internal = name.startsWith(applicationId + "-")
                    && INTERNAL.matcher(name).find();
            return internal || (topic != null && (delivers || !topic.isForDelivery()));
        };
    }

    /** Hapax reading what it writes would never end. */
    private static void notOurs(Rules rules, String key, String topic, Predicate<String> ours) {
        rules.require(
                !ours.test(topic),
                key,
                topic,
                "is a topic that Hapax writes itself; name another one, or change topics.prefix",
                "topics.prefix",
                "application-id");
    }

    /** One identity cannot be remembered for two different times. */
    private static void sharesTtl(
            Rules rules, String at, SourceSettings source, List<SourceSettings> sources, @Nullable Integer first) {
        if (first != null) {
            rules.require(
                    source.ttl().equals(sources.get(first).ttl()),
                    at + ".ttl",
                    source.ttl(),
                    "must be the same as " + at(first) + ".ttl, which shares its namespace",
                    at(first) + ".ttl",
                    at(first) + ".namespace",
                    at + ".namespace");
        }
    }

    private static String at(int index) {
        return "sources[" + index + "]";
    }
}
