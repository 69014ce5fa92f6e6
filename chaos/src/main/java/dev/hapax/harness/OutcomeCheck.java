package dev.hapax.harness;

import dev.hapax.domain.Coordinates;
import dev.hapax.guarantees.DecisionsUnchanged;
import dev.hapax.guarantees.ExactlyOnce;
import dev.hapax.guarantees.NothingLost;
import dev.hapax.guarantees.QuarantineComplete;
import dev.hapax.topics.Topic;
import dev.hapax.wire.MovedSerde;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Holds what came out of an application against what it has read: what must be true of any, at any moment, whatever its rules are
 * and whatever was done to it. What a message should have become is for its test to say.
 */
public final class OutcomeCheck {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final DecisionsUnchanged unchanged = new DecisionsUnchanged();
    private final Set<String> deleted = new HashSet<>();
    private boolean identitiesActAgain;
    private boolean messagesReadAgain;

    /** An identity may act again, its time being over or somebody having it forgotten. */
    public void allowIdentitiesToActAgain() {
        identitiesActAgain = true;
    }

    /** Messages may be read again, offsets having been set back, and have an outcome for each time. */
    public void allowMessagesToBeReadAgain() {
        messagesReadAgain = true;
    }

    /** The outcome of the message at this place was deleted, and not by the application. */
    public void allowToBeDeleted(Coordinates place) {
        deleted.add(place.toString());
    }

    /** While the application runs: a decision someone may have acted on by now. */
    void remember(ConsumerRecord<byte[], byte[]> decision) {
        unchanged.remember(message(decision), OutputFact.content(decision));
    }

    /** A transaction is committed in one topic after the other: what is missing may be there a moment later. */
    void verify(Application application) {
        AtomicReference<AssertionError> found = new AtomicReference<>();
        boolean holds = Patience.within(PATIENCE, () -> {
            try {
                verify(ApplicationRecords.open(application));
                return true;
            } catch (AssertionError e) {
                found.set(e);
                return false;
            }
        });
        if (!holds) {
            throw new AssertionError("application " + application.id(), found.get());
        }
    }

    void verify(ApplicationRecords books) {
        if (books.read().isEmpty()) {
            return;
        }
        requireOutcomes(books);
        requireNoneTwice(books.decisions().stream().map(this::action));
        if (!messagesReadAgain) {
            requireNoneTwice(outcomes(books));
        }
        requireAsTheyCame(books.quarantined(), books.read());
        if (unchanged.remembered() > 0) {
            books.decisions().forEach(decision -> unchanged.onSeen(message(decision), OutputFact.content(decision)));
            unchanged.verify();
        }
    }

    private void requireOutcomes(ApplicationRecords books) {
        NothingLost nothingLost = new NothingLost();
        books.read().keySet().forEach(nothingLost::onSent);
        books.onTheWay().forEach(nothingLost::onSeen);
        deleted.forEach(nothingLost::onSeen);
        books.decisions().forEach(decision -> nothingLost.onSeen(OutputFact.source(decision)));
        books.duplicates().forEach(note -> nothingLost.onSeen(OutputFact.source(note)));
        books.quarantined().forEach(each -> nothingLost.onSeen(OutputFact.sourceOfQuarantined(each)));
        nothingLost.verify();
    }

    private String action(ConsumerRecord<byte[], byte[]> decision) {
        return identitiesActAgain ? message(decision) : inGeneration(OutputFact.identity(decision), decision);
    }

    private static Stream<String> outcomes(ApplicationRecords books) {
        return Stream.concat(
                Stream.concat(books.decisions().stream(), books.duplicates().stream())
                        .map(OutcomeCheck::message),
                books.quarantined().stream().map(each -> inGeneration(OutputFact.sourceOfQuarantined(each), each)));
    }

    private static void requireNoneTwice(Stream<String> all) {
        ExactlyOnce once = new ExactlyOnce();
        List<String> seen = all.toList();
        seen.forEach(once::onSent);
        seen.forEach(once::onSeen);
        if (!seen.isEmpty()) {
            once.verify();
        }
    }

    /** Those of a replay may have been edited. */
    private static void requireAsTheyCame(List<ConsumerRecord<byte[], byte[]>> quarantined, Map<String, byte[]> read) {
        QuarantineComplete quarantine = new QuarantineComplete();
        for (ConsumerRecord<byte[], byte[]> each : quarantined) {
            String at = OutputFact.sourceOfQuarantined(each);
            byte[] came = read.get(at);
            if (came != null && OutputFact.generation(each) == 0) {
                quarantine.onDue(at, OutputFact.reason(each), came);
                quarantine.onSeen(
                        at, OutputFact.reason(each), OutputFact.hasDigestOf(came, each) ? came : each.value());
            }
        }
        quarantine.verify();
    }

    private static String message(ConsumerRecord<byte[], byte[]> decision) {
        return inGeneration(OutputFact.source(decision), decision);
    }

    private static String inGeneration(String what, ConsumerRecord<byte[], byte[]> decision) {
        return what + " in generation " + OutputFact.generation(decision);
    }

    /**
     * What an application has read and what it made of it, as its topics have it.
     *
     * @param read every message it has read, by where it stands
     * @param onTheWay where the messages stand that it has read and that have not come to their guard yet
     */
    record ApplicationRecords(
            Map<String, byte[]> read,
            Set<String> onTheWay,
            List<ConsumerRecord<byte[], byte[]>> decisions,
            List<ConsumerRecord<byte[], byte[]>> duplicates,
            List<ConsumerRecord<byte[], byte[]>> quarantined) {

        static final ApplicationRecords EMPTY =
                new ApplicationRecords(Map.of(), Set.of(), List.of(), List.of(), List.of());

        /** As they are now; what is read later than the offsets may only be more. */
        static ApplicationRecords open(Application application) throws Exception {
            Map<TopicPartition, Long> committed = application.positions();
            Set<String> topics = application.admin().listTopics().names().get(1, TimeUnit.MINUTES);
            String moved = application.topic(Topic.REPARTITION);
            Set<String> inputs = committed.keySet().stream()
                    .map(TopicPartition::topic)
                    .filter(topics::contains)
                    .collect(Collectors.toSet());
            inputs.removeAll(Set.of(moved, application.topic(Topic.REPLAYS), application.topic(Topic.COMMANDS)));
            Map<String, byte[]> read = new HashMap<>();
            TopicLog.read(application.bootstrapServers(), inputs).stream()
                    .filter(message -> isRead(message, committed))
                    .forEach(message -> read.put(OutputFact.place(message), message.value()));
            if (read.isEmpty()) {
                return EMPTY;
            }
            return new ApplicationRecords(
                    read,
                    topics.contains(moved) ? onTheWay(application, moved, committed) : Set.of(),
                    own(application, Topic.DECISIONS),
                    own(application, Topic.DUPLICATES),
                    own(application, Topic.QUARANTINE));
        }

        private static Set<String> onTheWay(
                Application application, String topic, Map<TopicPartition, Long> committed) {
            MovedSerde moved = new MovedSerde();
            return TopicLog.read(application.bootstrapServers(), Set.of(topic)).stream()
                    .filter(record -> !isRead(record, committed))
                    .flatMap(record -> moved.deserialize(topic, record.headers(), record.value()).stream())
                    .map(arrived -> arrived.arrival().message().at().toString())
                    .collect(Collectors.toSet());
        }

        private static List<ConsumerRecord<byte[], byte[]>> own(Application application, Topic topic) {
            return TopicLog.read(application.bootstrapServers(), Set.of(application.topic(topic)));
        }

        private static boolean isRead(ConsumerRecord<byte[], byte[]> record, Map<TopicPartition, Long> committed) {
            return record.offset() < committed.getOrDefault(new TopicPartition(record.topic(), record.partition()), 0L);
        }
    }
}
