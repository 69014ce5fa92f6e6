package dev.hapax.operations.quarantine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Header;
import dev.hapax.operations.Fencing;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.Progress;
import dev.hapax.topics.Topic;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * Exports cases to lines of JSON and imports them again, schema {@code hapax.quarantined/1}: key, value and every header byte for
 * byte, in base64, with a few fields beside them for people and scripts.
 */
public final class CaseArchive {

    static final String SCHEMA = "hapax.quarantined/1";

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int BATCH = 100;

    private final KafkaClients clients;
    private final Clock clock;

    public CaseArchive(KafkaClients clients, Clock clock) {
        this.clients = clients;
        this.clock = clock;
    }

    /** @param skipped records that Hapax did not write */
    public record Exported(long exported, long skipped) {}

    /** @param skipped cases that were there already */
    public record Imported(long imported, long skipped) {}

    /** A failure of a case's message; there is one record of each. */
    private record Known(
            Coordinates id,
            Quarantined.Failure.Key failure,
            @Nullable String digest) {

        static Known of(Case.Summary summary) {
            return new Known(summary.id(), summary.failure().key(), summary.digest());
        }
    }

    public Exported export(CaseFilter filter, Progress progress, Consumer<String> lines) {
        try (CaseFiles files = new CaseFiles(clients, clock);
                Inbox inbox = new Inbox(clients, files)) {
            Set<Coordinates> stored = new HashSet<>();
            inbox.list(filter, progress, found -> stored.add(found.summary().stored()));
            long skipped = inbox.skipped();
            long[] count = new long[1];
            inbox.stream(stored, progress, record -> {
                lines.accept(write(record));
                count[0]++;
                return true;
            });
            return new Exported(count[0], skipped);
        }
    }

    /**
     * Writes exported cases to a quarantine. Cases that are there already are skipped, so it can be repeated.
     *
     * @param lines as an export wrote them
     * @throws IllegalArgumentException for any other line, with its number; the lines before it may be imported already
     */
    public Imported importAll(Iterator<String> lines, Progress progress) {
        String quarantine = clients.settings().topic(Topic.QUARANTINE);
        // The same id as the case writer's, so that nobody changes cases during an import.
        try (KafkaProducer<byte[], byte[]> producer =
                clients.transactional(clients.settings().applicationId() + "-cases")) {
            producer.initTransactions();
            Set<Known> existing = existing(progress);
            long imported = 0;
            long number = 0;
            while (lines.hasNext()) {
                List<Quarantined> batch = new ArrayList<>();
                while (lines.hasNext() && batch.size() < BATCH) {
                    number++;
                    Quarantined record = readLine(lines.next(), number);
                    if (existing.add(Known.of(Case.Summary.of(record)))) {
                        batch.add(record);
                    }
                }
                if (!batch.isEmpty()) {
                    producer.beginTransaction();
                    for (Quarantined record : batch) {
                        var unused = producer.send(toKafka(quarantine, record));
                    }
                    producer.commitTransaction();
                    imported += batch.size();
                }
                progress.at("importing", number, 0);
            }
            return new Imported(imported, number - imported);
        } catch (KafkaException e) {
            if (!Fencing.isCauseOf(e)) {
                throw e;
            }
            throw new OperationException(
                    "another writer changed cases during the import: run it again, imported cases are skipped", e);
        }
    }

    private Set<Known> existing(Progress progress) {
        Set<Known> existing = new HashSet<>();
        try (CaseFiles files = new CaseFiles(clients, clock);
                Inbox inbox = new Inbox(clients, files)) {
            inbox.everyRecord(progress, summary -> existing.add(Known.of(summary)));
        }
        return existing;
    }

    private static Quarantined readLine(String line, long number) {
        try {
            return read(line);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("line " + number + ": " + e.getMessage(), e);
        }
    }

    @SuppressWarnings("NullAway") // Kafka's record takes null keys and values, but does not say so.
    private static ProducerRecord<byte[], byte[]> toKafka(String topic, Quarantined record) {
        List<Header> headers = new ArrayList<>(record.original().headers());
        headers.addAll(record.added());
        return new ProducerRecord<>(
                topic, null, null, record.original().key(), record.original().value(), KafkaHeaders.toKafka(headers));
    }

    static String write(Quarantined record) {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("schema", SCHEMA);
        node.put("case", record.id().toString());
        node.put("reason", record.header(HeaderNames.REASON));
        node.put("identity", record.headerOrNull(HeaderNames.IDENTITY));
        node.put("at", record.at().toString());
        node.put("key", base64(record.original().key()));
        node.put("value", base64(record.original().value()));
        ArrayNode headers = node.putArray("headers");
        record.original().headers().forEach(header -> add(headers, header));
        record.added().forEach(header -> add(headers, header));
        try {
            return MAPPER.writeValueAsString(node);
        } catch (IOException e) {
            throw new UncheckedIOException("a case could not be written", e);
        }
    }

    private static void add(ArrayNode headers, Header header) {
        headers.addArray().add(header.name()).add(base64(header.value()));
    }

    /** @throws IllegalArgumentException when it is not such a line */
    static Quarantined read(String line) {
        JsonNode node;
        try {
            node = MAPPER.readTree(line);
        } catch (IOException e) {
            throw new IllegalArgumentException("not JSON: " + e.getMessage(), e);
        }
        if (!node.path("schema").asText().equals(SCHEMA)) {
            throw new IllegalArgumentException(
                    "schema is '" + node.path("schema").asText() + "', expected '" + SCHEMA + "'");
        }
        List<Header> headers = new ArrayList<>();
        for (JsonNode header : node.path("headers")) {
            headers.add(new Header(header.path(0).asText(), bytes(header.path(1))));
        }
        Quarantined record = Quarantined.read(record(bytes(node.path("key")), bytes(node.path("value")), headers));
        if (record == null
                || !record.id().equals(Coordinates.parse(node.path("case").asText()))) {
            throw new IllegalArgumentException("its headers are not those of a quarantined record");
        }
        return record;
    }

    @SuppressWarnings("NullAway") // Kafka's record takes null keys and values, but does not say so.
    private static ConsumerRecord<byte[], byte[]> record(
            byte @Nullable [] key, byte @Nullable [] value, List<Header> headers) {
        RecordHeaders all = KafkaHeaders.toKafka(headers);
        return new ConsumerRecord<>(
                "archive", 0, 0, 0, TimestampType.CREATE_TIME, 0, 0, key, value, all, Optional.empty());
    }

    private static @Nullable String base64(byte @Nullable [] bytes) {
        return bytes == null ? null : Base64.getEncoder().encodeToString(bytes);
    }

    private static byte @Nullable [] bytes(JsonNode base64) {
        return base64.isNull() || base64.isMissingNode()
                ? null
                : Base64.getDecoder().decode(base64.asText());
    }
}
