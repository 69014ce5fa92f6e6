package dev.hapax.operations.quarantine;

import dev.hapax.config.Settings;
import dev.hapax.config.TopicSettings;
import dev.hapax.domain.Coordinates;
import dev.hapax.operations.Clients;
import dev.hapax.operations.Fencing;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.Progress;
import dev.hapax.operations.TopicReader;
import dev.hapax.source.Sources;
import dev.hapax.wire.ReplayFormat;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Where cases are worked on. All who write share one transactional id, so that at any time one of them is at the desk: whoever
 * comes next ends the other's open transaction, reads what is on record, and only then writes. The one who was sent away comes
 * again and finds what was done meanwhile. A replay and the change of its case are one transaction.
 */
public final class CaseDesk implements AutoCloseable {

    private static final int BATCH = 100;
    private static final long BATCH_BYTES = 8L << 20;
    private static final int MOST_TRIES = 50;
    private static final Duration GOOD_BYE = Duration.ofSeconds(2);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(500);

    private final Clients clients;
    private final TopicSettings topics;
    private final String actor;
    private final Clock clock;
    private final CaseRules rules;
    private final Inbox inbox;
    private final TopicReader reader;
    private @Nullable KafkaProducer<byte[], byte[]> producer;

    public CaseDesk(Clients clients, Sources sources, String actor, Clock clock) {
        this(clients, sources, actor, clock, CaseSummary::of);
    }

    /** @param summaries what filters see of a record */
    public CaseDesk(
            Clients clients, Sources sources, String actor, Clock clock, Function<Quarantined, CaseSummary> summaries) {
        Settings settings = clients.settings();
        this.clients = clients;
        this.topics = settings.topics();
        this.actor = actor;
        this.clock = clock;
        this.rules = new CaseRules(settings, sources);
        this.inbox = new Inbox(clients, summaries);
        this.reader = new TopicReader(clients);
    }

    /** @throws OperationException when there is no such case */
    public CaseResult act(Coordinates id, CaseAction action, Progress progress) {
        List<CaseResult> results = new ArrayList<>();
        CaseFiles files = new CaseFiles(reader, topics.cases(), id::equals);
        settle(List.of(inbox.find(id, progress).latest()), files, action, results::add);
        return results.get(0);
    }

    /**
     * Does the same with many cases, some at a time, each some in one transaction.
     *
     * @param results is told of each case once its transaction is committed
     */
    public void actOnAll(CaseFilter filter, CaseAction action, Progress progress, Consumer<CaseResult> results) {
        Set<Coordinates> stored = new HashSet<>();
        Set<Coordinates> ids = new HashSet<>();
        inbox.list(filter, progress, found -> {
            ids.add(found.summary().id());
            return stored.add(found.summary().stored());
        });
        CaseFiles files = new CaseFiles(reader, topics.cases(), ids::contains);
        Batch batch = new Batch();
        inbox.stream(stored, progress, record -> {
            batch.add(record);
            if (batch.full()) {
                settle(batch.take(), files, action, results);
            }
            return true;
        });
        settle(batch.take(), files, action, results);
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

    private void settle(List<Quarantined> records, CaseFiles files, CaseAction action, Consumer<CaseResult> results) {
        if (records.isEmpty()) {
            return;
        }
        for (int tries = 1; ; tries++) {
            try {
                settleOnce(records, files, action).forEach(results);
                return;
            } catch (RuntimeException e) {
                // Whatever is open is ended by whoever comes next, or by its timeout.
                leave();
                if (!Fencing.isCauseOf(e)) {
                    throw e;
                }
                if (tries == MOST_TRIES) {
                    throw new OperationException(
                            "others were at work on the cases " + tries + " times in a row: try again later", e);
                }
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(LONGEST_PAUSE.toNanos()));
            }
        }
    }

    private List<CaseResult> settleOnce(List<Quarantined> records, CaseFiles files, CaseAction action) {
        KafkaProducer<byte[], byte[]> writer = producer;
        if (writer == null) {
            writer = clients.transactional(clients.settings().applicationId() + "-cases");
            producer = writer;
            // From here on nobody else can write a case, so what is read now stays true until our own commit.
            writer.initTransactions();
            files.catchUp(Progress.UNSEEN);
        } else if (!files.read()) {
            // Still nobody else: whoever came since has ended this writer, and its commit will fail.
            files.catchUp(Progress.UNSEEN);
        }
        List<CaseVerdict> verdicts = new ArrayList<>();
        for (Quarantined record : records) {
            verdicts.add(rules.apply(action, record, files.of(record.id()), actor, clock.instant()));
        }
        if (verdicts.stream().anyMatch(verdict -> verdict.file() != null)) {
            writer.beginTransaction();
            for (CaseVerdict verdict : verdicts) {
                write(writer, verdict);
            }
            writer.commitTransaction();
        }
        List<CaseResult> results = new ArrayList<>();
        for (CaseVerdict verdict : verdicts) {
            if (verdict.file() != null) {
                files.put(verdict.file());
            }
            results.add(verdict.result());
        }
        return results;
    }

    /** A write that fails fails the commit. */
    private void write(KafkaProducer<byte[], byte[]> writer, CaseVerdict verdict) {
        CaseFile file = verdict.file();
        if (file == null) {
            return;
        }
        Future<RecordMetadata> unused = writer.send(
                new ProducerRecord<>(topics.cases(), CaseFileFormat.key(file.id()), CaseFileFormat.write(file)));
        CaseVerdict.Outgoing outgoing = verdict.replay();
        if (outgoing != null) {
            unused = writer.send(new ProducerRecord<>(
                    topics.replays(),
                    null,
                    null,
                    outgoing.key(),
                    outgoing.replay().original().value(),
                    ReplayFormat.headers(outgoing.replay())));
        }
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
        reader.close();
    }
}
