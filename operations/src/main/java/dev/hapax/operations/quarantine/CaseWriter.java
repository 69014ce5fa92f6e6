package dev.hapax.operations.quarantine;

import dev.hapax.config.Settings;
import dev.hapax.domain.Coordinates;
import dev.hapax.operations.Fencing;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.Progress;
import dev.hapax.operations.quarantine.CaseFile.Resolution.SentReplay;
import dev.hapax.source.Sources;
import dev.hapax.topics.Topic;
import dev.hapax.topics.TopicNames;
import dev.hapax.wire.ReplayFormat;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Writes cases. All writers share one transactional id, so only one writes at a time: the next one fences the previous
 * one, reads the current state of the cases, and only then writes. The fenced one tries again and sees what changed. A
 * replay and the change of its case are one transaction.
 */
public final class CaseWriter implements AutoCloseable {

    private static final int BATCH = 100;
    private static final long BATCH_BYTES = 8L << 20;
    private static final int MOST_TRIES = 50;
    private static final Duration GOOD_BYE = Duration.ofSeconds(2);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

    private final KafkaClients clients;
    private final TopicNames topics;
    private final String actor;
    private final Clock clock;
    private final CaseRules rules;
    private final CaseFiles files;
    private final Inbox inbox;
    private @Nullable KafkaProducer<byte[], byte[]> producer;

    /** @param files shared; the caller closes it */
    public CaseWriter(KafkaClients clients, CaseFiles files, Sources sources, String actor, Clock clock) {
        this(clients, files, sources, actor, clock, Case.Summary::of);
    }

    /** @param summaries what filters see of a record */
    public CaseWriter(
            KafkaClients clients,
            CaseFiles files,
            Sources sources,
            String actor,
            Clock clock,
            Function<Quarantined, Case.Summary> summaries) {
        Settings settings = clients.settings();
        this.clients = clients;
        this.topics = settings.topicNames();
        this.actor = actor;
        this.clock = clock;
        this.rules = new CaseRules(settings, sources);
        this.files = files;
        this.inbox = new Inbox(clients, files, summaries);
    }

    /** @throws OperationException when there is no such case */
    public CaseAction.Result act(Coordinates id, CaseAction action, Progress progress) {
        List<CaseAction.Result> results = new ArrayList<>();
        settle(List.of(inbox.find(id, progress).latest()), action, results::add);
        return results.get(0);
    }

    /**
     * Does the same with many cases, in batches of one transaction each.
     *
     * @param results called for each case after its transaction is committed
     */
    public void actOnAll(CaseFilter filter, CaseAction action, Progress progress, Consumer<CaseAction.Result> results) {
        Set<Coordinates> stored = new HashSet<>();
        inbox.list(filter, progress, found -> stored.add(found.summary().stored()));
        Batch batch = new Batch();
        inbox.stream(stored, progress, record -> {
            batch.add(record);
            if (batch.full()) {
                settle(batch.take(), action, results);
            }
            return true;
        });
        settle(batch.take(), action, results);
    }

    /** What a replay of all of them would do. Writes nothing. */
    public CaseForecast forecast(CaseFilter filter, Progress progress) {
        Set<Coordinates> stored = new HashSet<>();
        Map<Coordinates, Case.State> states = new HashMap<>();
        inbox.list(filter, progress, found -> {
            states.put(found.summary().id(), found.state());
            return stored.add(found.summary().stored());
        });
        CaseForecast.Counter counter = new CaseForecast.Counter();
        inbox.stream(stored, progress, record -> {
            counter.add(rules.forecast(record, states.getOrDefault(record.id(), Case.State.OPEN), clock.instant()));
            return true;
        });
        return counter.forecast();
    }

    /**
     * Records the outcomes of replays that are not recorded yet.
     *
     * @param outcomes by case and generation
     */
    public void record(Map<CaseAction.Result.Replayed, ReplayOutcome> outcomes) {
        Map<Coordinates, CaseAction.Result.Replayed> known = new LinkedHashMap<>();
        outcomes.forEach((replayed, outcome) -> {
            if (outcome.isKnown()) {
                known.put(replayed.id(), replayed);
            }
        });
        change(known.keySet(), (id, file) -> {
            CaseAction.Result.Replayed replayed = Objects.requireNonNull(known.get(id));
            ReplayOutcome outcome = Objects.requireNonNull(outcomes.get(replayed));
            return file.withOutcome(replayed.generation(), outcome.noted(), clock.instant());
        });
    }

    /**
     * Opens cases again whose replay was deleted before an instance read it.
     *
     * @return those it opened
     */
    public List<Coordinates> reopenLost(Progress progress) {
        files.catchUp(progress);
        List<Coordinates> lost = files.lost();
        // The files that are read for the change are open again already.
        change(lost, (id, file) -> file);
        return lost;
    }

    /** What is to be written of a file; null for nothing. */
    @FunctionalInterface
    private interface Change {
        @Nullable
        CaseFile of(Coordinates id, CaseFile file);
    }

    private void change(Collection<Coordinates> ids, Change change) {
        List<Coordinates> left = new ArrayList<>(ids);
        for (int from = 0; from < left.size(); from += BATCH) {
            List<Coordinates> some = left.subList(from, Math.min(left.size(), from + BATCH));
            unlessFenced(() -> {
                KafkaProducer<byte[], byte[]> writer = writer();
                List<CaseFile> changed = new ArrayList<>();
                files.whole(some).forEach((id, file) -> {
                    CaseFile next = change.of(id, file);
                    if (next != null) {
                        changed.add(next);
                    }
                });
                if (!changed.isEmpty()) {
                    writer.beginTransaction();
                    List<Written> written =
                            changed.stream().map(file -> write(writer, file)).toList();
                    writer.commitTransaction();
                    written.forEach(this::keep);
                }
                return changed;
            });
        }
    }

    /** Records on their way into one transaction. */
    private static final class Batch {
        private List<Quarantined> records = new ArrayList<>();
        private long bytes;

        void add(Quarantined record) {
            records.add(record);
            bytes += record.original().size();
        }

        boolean full() {
            return records.size() >= BATCH || bytes >= BATCH_BYTES;
        }

        List<Quarantined> take() {
            List<Quarantined> taken = records;
            records = new ArrayList<>();
            bytes = 0;
            return taken;
        }
    }

    private void settle(List<Quarantined> records, CaseAction action, Consumer<CaseAction.Result> results) {
        if (!records.isEmpty()) {
            unlessFenced(() -> settleOnce(records, action)).forEach(results);
        }
    }

    /** Tries again when another writer took over meanwhile and aborted the open transaction. */
    private <T> T unlessFenced(Supplier<T> work) {
        for (int tries = 1; ; tries++) {
            try {
                return work.get();
            } catch (RuntimeException e) {
                // The next writer ends an open transaction, or its timeout does.
                leave();
                if (!Fencing.isCauseOf(e)) {
                    throw e;
                }
                if (tries == MOST_TRIES) {
                    throw new OperationException(
                            "other writers took over " + tries + " times in a row: try again later", e);
                }
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(LONGEST_PAUSE.toNanos()));
            }
        }
    }

    /** Only its owner can write cases, so files read after this stay current until the commit. */
    private KafkaProducer<byte[], byte[]> writer() {
        KafkaProducer<byte[], byte[]> writer = producer;
        if (writer == null) {
            writer = clients.transactional(clients.settings().applicationId() + "-cases");
            producer = writer;
            writer.initTransactions();
            files.catchUp(Progress.UNSEEN);
        }
        return writer;
    }

    private List<CaseAction.Result> settleOnce(List<Quarantined> records, CaseAction action) {
        KafkaProducer<byte[], byte[]> writer = writer();
        Map<Coordinates, CaseFile> known =
                files.whole(records.stream().map(Quarantined::id).toList());
        List<CaseRules.Verdict> verdicts = new ArrayList<>();
        for (Quarantined record : records) {
            CaseFile file = known.getOrDefault(record.id(), CaseFile.empty(record.id()));
            verdicts.add(rules.apply(action, record, file, actor, clock.instant()));
        }
        List<Written> written = List.of();
        if (verdicts.stream().anyMatch(verdict -> verdict.file() != null)) {
            writer.beginTransaction();
            written = write(writer, verdicts);
            writer.commitTransaction();
        }
        written.forEach(this::keep);
        return verdicts.stream().map(CaseRules.Verdict::result).toList();
    }

    /** The messages first: the case files say where in their topic they are. A write that fails fails the commit. */
    private List<Written> write(KafkaProducer<byte[], byte[]> writer, List<CaseRules.Verdict> verdicts) {
        IdentityHashMap<CaseRules.Verdict, Future<RecordMetadata>> sent = new IdentityHashMap<>();
        for (CaseRules.Verdict verdict : verdicts) {
            CaseRules.Verdict.Outgoing outgoing = verdict.replay();
            if (outgoing != null) {
                sent.put(
                        verdict,
                        writer.send(new ProducerRecord<>(
                                topics.of(Topic.REPLAYS),
                                null,
                                null,
                                outgoing.key(),
                                outgoing.replay().original().value(),
                                ReplayFormat.headers(outgoing.replay()))));
            }
        }
        writer.flush();
        List<Written> written = new ArrayList<>();
        for (CaseRules.Verdict verdict : verdicts) {
            CaseFile file = verdict.file();
            if (file != null) {
                Future<RecordMetadata> replay = sent.get(verdict);
                written.add(write(writer, replay == null ? file : file.sent(place(verdict, replay))));
            }
        }
        return written;
    }

    private static SentReplay place(CaseRules.Verdict verdict, Future<RecordMetadata> sent) {
        RecordMetadata at = metadata(sent);
        int generation = Objects.requireNonNull(verdict.replay()).replay().generation();
        return new SentReplay(at.partition(), at.offset(), generation, null);
    }

    private static RecordMetadata metadata(Future<RecordMetadata> sent) {
        try {
            return sent.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OperationException("interrupted", e);
        } catch (ExecutionException e) {
            throw new KafkaException("a record was not taken: " + e.getMessage(), e);
        }
    }

    /** A file on its way into the topic. */
    private record Written(CaseFile file, Future<RecordMetadata> sent) {}

    private Written write(KafkaProducer<byte[], byte[]> writer, CaseFile file) {
        return new Written(
                file,
                writer.send(new ProducerRecord<>(
                        topics.of(Topic.CASES), CaseFileFormat.key(file.id()), CaseFileFormat.write(file))));
    }

    private void keep(Written written) {
        files.put(written.file(), metadata(written.sent()));
    }

    private void leave() {
        KafkaProducer<byte[], byte[]> left = producer;
        producer = null;
        if (left != null) {
            left.close(GOOD_BYE);
        }
    }

    @Override
    public void close() {
        leave();
        inbox.close();
    }
}
