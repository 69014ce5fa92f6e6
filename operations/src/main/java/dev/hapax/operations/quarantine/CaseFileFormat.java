package dev.hapax.operations.quarantine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.domain.Coordinates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A case file as a record of the cases topic: keyed by case id, the value JSON of schema {@code hapax.case/1}. */
public final class CaseFileFormat {

    static final String SCHEMA = "hapax.case/1";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private CaseFileFormat() {}

    static byte[] key(Coordinates id) {
        return id.toString().getBytes(StandardCharsets.UTF_8);
    }

    static byte[] write(CaseFile file) {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("schema", SCHEMA);
        node.put("case", file.id().toString());
        node.put("state", file.state().code());
        node.put("owner", file.owner());
        node.put("attempt", file.attempt());
        ArrayNode history = node.putArray("history");
        for (CaseChange change : file.history()) {
            history.addObject()
                    .put("at", change.at().toString())
                    .put("actor", change.actor())
                    .put("action", change.action().code())
                    .put("reason", change.reason())
                    .put("detail", change.detail());
        }
        try {
            return MAPPER.writeValueAsBytes(node);
        } catch (IOException e) {
            throw new UncheckedIOException("a case file could not be written", e);
        }
    }

    /** @throws IllegalArgumentException when it is not a case file */
    public static CaseFile read(byte[] value) {
        JsonNode node;
        try {
            node = MAPPER.readTree(value);
        } catch (IOException e) {
            throw new IllegalArgumentException("not JSON: " + e.getMessage(), e);
        }
        if (!node.path("schema").asText().equals(SCHEMA)) {
            throw new IllegalArgumentException(
                    "schema is '" + node.path("schema").asText() + "', expected '" + SCHEMA + "'");
        }
        List<CaseChange> history = new ArrayList<>();
        for (JsonNode change : node.path("history")) {
            history.add(new CaseChange(
                    Instant.parse(change.path("at").asText()),
                    change.path("actor").asText(),
                    CaseChange.Action.valueOf(change.path("action").asText().toUpperCase(Locale.ROOT)),
                    text(change, "reason"),
                    text(change, "detail")));
        }
        return new CaseFile(
                Coordinates.parse(node.path("case").asText()),
                CaseState.of(node.path("state").asText()),
                text(node, "owner"),
                node.path("attempt").asInt(),
                history);
    }

    private static @Nullable String text(JsonNode node, String name) {
        JsonNode value = node.get(name);
        return value == null || value.isNull() ? null : value.asText();
    }
}
