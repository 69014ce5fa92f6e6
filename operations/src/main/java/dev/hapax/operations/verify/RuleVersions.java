package dev.hapax.operations.verify;

import dev.hapax.classify.rules.RuleSet;
import dev.hapax.classify.rules.RulesClassifier;
import dev.hapax.config.ClassifierSettings;
import dev.hapax.config.Settings;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Intake;
import dev.hapax.domain.Message;
import dev.hapax.domain.Outcome;
import dev.hapax.domain.RefusedException;
import dev.hapax.domain.Replay;
import dev.hapax.operations.rules.AppliedRules;
import dev.hapax.operations.rules.RulesHistory;
import dev.hapax.source.Source;
import dev.hapax.source.Sources;
import dev.hapax.topics.Topic;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import dev.hapax.wire.ReplayFormat;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
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
    private final String replays;
    private final BitSet seen = new BitSet();

    /**
     * What an input record is.
     *
     * @param replay the replay it contains; null for a message of a source
     * @param identity null where none could be found
     * @param decision null where it would be refused
     */
    record Input(
            Coordinates about,
            int generation,
            @Nullable Replay replay,
            @Nullable String identity,
            @Nullable Decision decision) {}

    /** @param configured open, and closed by its owner */
    RuleVersions(Settings settings, Sources configured, RulesHistory history) {
        this.replays = settings.topic(Topic.REPLAYS);
        versions.add(configured);
        for (ClassifierSettings classifier : settings.classifiers().values()) {
            for (AppliedRules applied : history.of(classifier.name())) {
                // Beyond that many, the newest count.
                if (versions.size() <= Fact.MOST_RULES) {
                    add(configured, applied);
                }
            }
        }
    }

    private void add(Sources configured, AppliedRules applied) {
        try {
            RuleSet rules = applied.rules();
            if (versions.stream()
                    .noneMatch(known -> known.versionOf(applied.classifier()).equals(rules.version()))) {
                Sources sources = configured.with(Map.of(applied.classifier(), new RulesClassifier(rules)));
                sources.open();
                versions.add(sources);
            }
        } catch (IllegalArgumentException e) {
            LOG.warn("Decisions by {} are not checked: {}", applied.version(), e.getMessage());
        }
    }

    /** The number of the version that made a decision; negative if it is not known. */
    int number(Headers headers, Decision decision) {
        String source = KafkaHeaders.text(headers, HeaderNames.SOURCE);
        int number = number(source, decision.classifier());
        // The version is in the value and in a header. If one was altered, the other is still right.
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

    /** Reads an input record as an instance with that version would. */
    Input read(int version, ConsumerRecord<byte[], byte[]> record) {
        Sources sources = versions.get(version);
        Coordinates at = new Coordinates(record.topic(), record.partition(), record.offset());
        if (!record.topic().equals(replays)) {
            Message message = message(record, at, record.timestamp());
            return decided(sources.ofTopic(record.topic()), message, null);
        }
        Long time = ReplayFormat.timestamp(record.headers());
        Message message = message(record, at, time == null ? record.timestamp() : time);
        try {
            Replay replay = ReplayFormat.read(message);
            return decided(sources.named(replay.source()), replay.original(), replay);
        } catch (IllegalArgumentException e) {
            // Not a replay: quarantined under its own coordinates.
            return new Input(at, 0, null, null, null);
        }
    }

    private static Message message(ConsumerRecord<byte[], byte[]> record, Coordinates at, long time) {
        return new Message(at, time, record.key(), record.value(), KafkaHeaders.toDomain(record.headers()));
    }

    private static Input decided(@Nullable Source source, Message message, @Nullable Replay replay) {
        int generation = replay == null ? 0 : replay.generation();
        if (source == null) {
            return new Input(message.at(), generation, replay, null, null);
        }
        Intake intake = source.read(message, generation, replay == null ? 0 : replay.attempts());
        if (intake instanceof Outcome.Refused refused) {
            return new Input(message.at(), generation, replay, refused.refusal().identity(), null);
        }
        Intake.Arrived arrived = (Intake.Arrived) intake;
        String identity = arrived.arrival().identity();
        try {
            Decision decision = source.decide(arrived.arrival(), arrived.content());
            return new Input(message.at(), generation, replay, identity, decision);
        } catch (RefusedException e) {
            return new Input(message.at(), generation, replay, identity, null);
        }
    }

    @Override
    public void close() {
        versions.stream().skip(1).forEach(Sources::close);
    }
}
