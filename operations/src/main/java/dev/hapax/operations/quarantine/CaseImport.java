package dev.hapax.operations.quarantine;

import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Header;
import dev.hapax.operations.Fencing;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.Progress;
import dev.hapax.topics.Topic;
import dev.hapax.wire.KafkaHeaders;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** Brings exported cases into a quarantine. Those that are there already are left out, so it can be repeated. */
public final class CaseImport {

    private static final int BATCH = 100;

    private final KafkaClients clients;
    private final Clock clock;

    public CaseImport(KafkaClients clients, Clock clock) {
        this.clients = clients;
        this.clock = clock;
    }

    /** How many were brought in, and how many were there already. */
    public record Count(long imported, long skipped) {}

    /** A failure of a case's message; there is one record of each. */
    private record Known(
            Coordinates id, Failure.Key failure, @Nullable String digest) {

        static Known of(CaseSummary summary) {
            return new Known(summary.id(), summary.failure().key(), summary.digest());
        }
    }

    /**
     * @param lines as an export wrote them
     * @throws IllegalArgumentException for a line that is not, with its number; those before it may be in
     */
    public Count bringIn(Iterator<String> lines, Progress progress) {
        String quarantine = clients.settings().topic(Topic.QUARANTINE);
        // The same id as the case writer's: nobody works on cases during an import.
        try (KafkaProducer<byte[], byte[]> producer =
                clients.transactional(clients.settings().applicationId() + "-cases")) {
            producer.initTransactions();
            Set<Known> there = there(progress);
            long imported = 0;
            long number = 0;
            while (lines.hasNext()) {
                List<Quarantined> batch = new ArrayList<>();
                while (lines.hasNext() && batch.size() < BATCH) {
                    number++;
                    Quarantined record = read(lines.next(), number);
                    if (there.add(Known.of(CaseSummary.of(record)))) {
                        batch.add(record);
                    }
                }
                if (!batch.isEmpty()) {
                    producer.beginTransaction();
                    for (Quarantined record : batch) {
                        var unused = producer.send(record(quarantine, record));
                    }
                    producer.commitTransaction();
                    imported += batch.size();
                }
                progress.at("bringing in", number, 0);
            }
            return new Count(imported, number - imported);
        } catch (KafkaException e) {
            if (!Fencing.isCauseOf(e)) {
                throw e;
            }
            throw new OperationException(
                    "someone else began to work on the cases meanwhile: run it again, what is in already is skipped",
                    e);
        }
    }

    private Set<Known> there(Progress progress) {
        Set<Known> there = new HashSet<>();
        try (CaseFiles files = new CaseFiles(clients, clock);
                Inbox inbox = new Inbox(clients, files)) {
            inbox.everyRecord(progress, summary -> there.add(Known.of(summary)));
        }
        return there;
    }

    private static Quarantined read(String line, long number) {
        try {
            return CaseArchive.read(line);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("line " + number + ": " + e.getMessage(), e);
        }
    }

    @SuppressWarnings("NullAway") // Kafka's record takes null keys and values, but does not say so.
    private static ProducerRecord<byte[], byte[]> record(String topic, Quarantined record) {
        List<Header> headers = new ArrayList<>(record.original().headers());
        headers.addAll(record.added());
        return new ProducerRecord<>(
                topic, null, null, record.original().key(), record.original().value(), KafkaHeaders.toKafka(headers));
    }
}
