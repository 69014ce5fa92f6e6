package dev.hapax.instance;

import dev.hapax.admin.Background;
import dev.hapax.classify.Classifier;
import dev.hapax.classify.rules.RulesClassifier;
import dev.hapax.config.ClassifierSettings;
import dev.hapax.domain.UnavailableException;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.rules.AppliedRules;
import dev.hapax.operations.rules.RulesHistory;
import dev.hapax.operations.rules.RulesTopic;
import dev.hapax.source.Source;
import dev.hapax.source.Sources;
import dev.hapax.topology.CurrentSources;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes over the rules that operators apply. The thread that prepares the instance reads the rules topic to its end, so that the
 * first message is decided by the version in force. After that one background thread follows the topic: it reads, checks and
 * opens each version, and leaves it to {@link CurrentSources} when a stream thread takes it over.
 */
final class RulesReload implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RulesReload.class);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(2);
    private static final Duration END = Duration.ofSeconds(5);

    private final KafkaClients clients;
    private final RulesTopic topic;
    private final CurrentSources sources;
    private final List<String> classifiers;
    /** By classifier, the version of the rule file and all that were applied. */
    private final Map<String, Set<String>> known = new ConcurrentHashMap<>();

    private final Thread thread;
    private volatile Runnable onRefused = () -> {};
    private volatile boolean stopping;
    private long next;

    /**
     * Reads the topic to its end.
     *
     * @param sources those of the rule files, open
     */
    RulesReload(KafkaClients clients, CurrentSources sources, Background background) {
        this.clients = clients;
        this.topic = new RulesTopic(clients);
        this.sources = sources;
        this.thread = background.thread("rules-reload", this::follow);
        this.classifiers = clients.settings().classifiers().values().stream()
                .filter(ClassifierSettings::reload)
                .map(ClassifierSettings::name)
                .toList();
        RulesHistory history = topic.read();
        this.next = history.end();
        classifiers.forEach(name -> takeOver(name, history.of(name)));
    }

    private void takeOver(String classifier, List<AppliedRules> newestFirst) {
        String ofFile = version(classifier);
        know(classifier, ofFile);
        newestFirst.forEach(rules -> know(classifier, rules.version()));
        // One that can't be used is passed over now as it was when it was applied.
        boolean applied = newestFirst.stream().anyMatch(this::replaced);
        String inForce = version(classifier);
        if (applied && !inForce.equals(ofFile)) {
            LOG.warn(
                    "classifiers.{}: the rule file is {}, but {} was applied and is in force. Run 'hapax rules apply' to apply"
                            + " the file, or bring it up to date.",
                    classifier,
                    ofFile,
                    inForce);
        }
    }

    /** @param refused called for each version that can't be used */
    void start(Runnable refused) {
        onRefused = refused;
        thread.start();
    }

    /** Whether a decision of that source may be of that version, because an operator applied it at some time. */
    boolean knows(Source source, String version) {
        return known.getOrDefault(source.settings().classifier(), Set.of()).stream()
                .anyMatch(rules -> source.versionBy(rules).equals(version));
    }

    private void follow() {
        boolean failing = false;
        while (!stopping) {
            try (KafkaConsumer<byte[], byte[]> consumer = clients.consumer(Map.of())) {
                consumer.assign(List.of(topic.partition()));
                consumer.seek(topic.partition(), next);
                while (!stopping) {
                    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                        take(record);
                        next = record.offset() + 1;
                    }
                    failing = false;
                }
            } catch (InterruptException e) {
                // Only close() interrupts.
                return;
            } catch (KafkaException | UnavailableException e) {
                if (!failing) {
                    LOG.warn(
                            "The rules that operators apply can't be taken over, and this is retried: {}",
                            e.toString());
                }
                failing = true;
                if (!rest()) {
                    return;
                }
            }
        }
    }

    private static boolean rest() {
        try {
            TimeUnit.MILLISECONDS.sleep(AFTER_FAILURE.toMillis());
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        AppliedRules rules;
        try {
            rules = AppliedRules.read(record);
        } catch (IllegalArgumentException e) {
            refuse(record.offset(), e);
            return;
        }
        if (classifiers.contains(rules.classifier()) && replaced(rules)) {
            know(rules.classifier(), rules.version());
        }
    }

    /** Whether these are now the rules of their classifier. */
    private boolean replaced(AppliedRules rules) {
        try {
            Classifier classifier = new RulesClassifier(rules.rules());
            String before = version(rules.classifier());
            know(rules.classifier(), classifier.version());
            if (!classifier.version().equals(rules.version())) {
                LOG.warn(
                        "{}@{} was applied as {}. This version of Hapax reads the same file as {}.",
                        topic.partition(),
                        rules.offset(),
                        rules.version(),
                        classifier.version());
            }
            if (!classifier.version().equals(before)) {
                Sources changed = sources.get().with(Map.of(rules.classifier(), classifier));
                changed.open();
                sources.replace(changed);
                LOG.info(
                        "classifiers.{}: {} is in force (was {}), as applied in {}@{}. Each stream thread takes it over after"
                                + " its next commit.",
                        rules.classifier(),
                        classifier.version(),
                        before,
                        topic.partition(),
                        rules.offset());
            }
            return true;
        } catch (IllegalArgumentException e) {
            refuse(rules.offset(), e);
            return false;
        }
    }

    private void refuse(long offset, IllegalArgumentException why) {
        onRefused.run();
        LOG.error(
                "{}@{} is not taken over, and the rules before it stay in force: {}",
                topic.partition(),
                offset,
                why.getMessage());
    }

    private void know(String classifier, String version) {
        known.computeIfAbsent(classifier, name -> ConcurrentHashMap.newKeySet()).add(version);
    }

    private String version(String classifier) {
        return sources.get().versionOf(classifier);
    }

    @Override
    public void close() {
        stopping = true;
        thread.interrupt();
        try {
            // The caller closes the sources, so it must see those that are opened meanwhile.
            thread.join(END.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
