package dev.hapax.operations.verify;

import dev.hapax.classify.rules.RuleSet;
import dev.hapax.classify.rules.RulesClassifier;
import dev.hapax.config.ClassifierSettings;
import dev.hapax.config.Settings;
import dev.hapax.domain.Decision;
import dev.hapax.operations.rules.AppliedRules;
import dev.hapax.operations.rules.RulesHistory;
import dev.hapax.source.Source;
import dev.hapax.source.Sources;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The versions by which decisions can be made again, by number: the configured one is 0, and those that operators applied come
 * after it. Which of them any decision names is noted, so that messages need not be judged by the others.
 */
final class RuleVersions implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RuleVersions.class);

    private final List<Sources> versions = new ArrayList<>();
    private final List<CurrentReader> readers = new ArrayList<>();
    private final BitSet seen = new BitSet();

    /** @param configured open, and closed by its owner */
    RuleVersions(Settings settings, Sources configured, RulesHistory history) {
        add(settings, configured);
        for (ClassifierSettings classifier : settings.classifiers().values()) {
            for (AppliedRules applied : history.of(classifier.name())) {
                // Beyond that many, the newest count.
                if (versions.size() <= Fact.MOST_RULES) {
                    add(settings, configured, applied);
                }
            }
        }
    }

    private void add(Settings settings, Sources configured, AppliedRules applied) {
        try {
            RuleSet rules = applied.rules();
            if (versions.stream()
                    .noneMatch(known -> known.versionOf(applied.classifier()).equals(rules.version()))) {
                Sources sources = configured.with(Map.of(applied.classifier(), new RulesClassifier(rules)));
                sources.open();
                add(settings, sources);
            }
        } catch (IllegalArgumentException e) {
            LOG.warn("Decisions by {} are not checked: {}", applied.version(), e.getMessage());
        }
    }

    private void add(Settings settings, Sources sources) {
        versions.add(sources);
        readers.add(new CurrentReader(settings, sources));
    }

    /** The number of the version that made a decision; negative if it is not known. */
    int number(Headers headers, Decision decision) {
        String source = KafkaHeaders.text(headers, HeaderNames.SOURCE);
        int number = number(source, decision.classifier());
        // The version stands in the value and beside it: altered in one place, it is known by the other.
        return number < 0 ? number(source, KafkaHeaders.text(headers, HeaderNames.CLASSIFIER)) : number;
    }

    private int number(@Nullable String name, @Nullable String version) {
        for (int i = 0; name != null && i < versions.size(); i++) {
            Source source = versions.get(i).named(name);
            if (source != null && source.version().equals(version)) {
                return i;
            }
        }
        return -1;
    }

    void see(int number) {
        seen.set(number);
    }

    /** Those of the applied versions that a decision names, as far as they judge records of that topic in a way of their own. */
    List<Integer> seenBesides(String topic) {
        if (seen.length() <= 1) {
            return List.of();
        }
        return seen.stream()
                .filter(number -> number > 0)
                .filter(number -> differs(
                        versions.get(number).ofTopic(topic), versions.get(0).ofTopic(topic)))
                .boxed()
                .toList();
    }

    /** Only a source has a topic of its own; a replay may be of any source. */
    private static boolean differs(@Nullable Source one, @Nullable Source other) {
        return one == null || other == null || !one.version().equals(other.version());
    }

    CurrentReader reader(int number) {
        return readers.get(number);
    }

    @Override
    public void close() {
        versions.stream().skip(1).forEach(Sources::close);
    }
}
