package dev.hapax.operations.quarantine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Header;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * A quarantined record as a line of JSON, schema {@code hapax.quarantined/1}: key, value and every header byte for byte, in
 * base64, with a few words beside them for people and scripts.
 */
final class CaseArchive {

    static final String SCHEMA = "hapax.quarantined/1";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private CaseArchive() {}

    static String write(Quarantined record) {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("schema", SCHEMA);
        node.put("case", record.id().toString());
        node.put("reason", record.said(HeaderNames.REASON));
        node.put("identity", record.saidOrNull(HeaderNames.IDENTITY));
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
