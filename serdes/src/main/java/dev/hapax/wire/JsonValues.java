package dev.hapax.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.domain.Coordinates;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Reads the JSON values that {@link JsonBytes} writes. */
final class JsonValues {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private JsonValues() {}

    /** An object of the given schema, checked by its {@code schema} field. */
    static JsonNode read(byte[] bytes, String schema) {
        JsonNode node;
        try {
            node = MAPPER.readTree(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("not JSON", e);
        }
        String found = node.path("schema").asText();
        if (!found.equals(schema)) {
            throw new IllegalArgumentException("schema is '" + found + "', expected '" + schema + "'");
        }
        return node;
    }

    static Coordinates coordinates(JsonNode node) {
        return new Coordinates(
                node.path("topic").asText(),
                node.path("partition").asInt(),
                node.path("offset").asLong());
    }
}
