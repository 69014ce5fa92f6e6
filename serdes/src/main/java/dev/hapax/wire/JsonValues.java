package dev.hapax.wire;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.domain.Coordinates;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** What our JSON values have in common: fields in a fixed order, so that equal things are equal bytes. */
final class JsonValues {

    private static final JsonFactory JSON = JsonFactory.builder()
            // A lone surrogate in someone's subject line must not fail the task that reports it.
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .build();
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private JsonValues() {}

    /** Something that writes the fields of an object. */
    interface Fields {
        void writeTo(JsonGenerator json) throws IOException;
    }

    static byte[] write(Fields fields) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(512);
        try (JsonGenerator json = JSON.createGenerator(out, JsonEncoding.UTF8)) {
            json.writeStartObject();
            fields.writeTo(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("JSON could not be written", e);
        }
        return out.toByteArray();
    }

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

    static void write(JsonGenerator json, String field, Coordinates at) throws IOException {
        json.writeObjectFieldStart(field);
        json.writeStringField("topic", at.topic());
        json.writeNumberField("partition", at.partition());
        json.writeNumberField("offset", at.offset());
        json.writeEndObject();
    }

    static Coordinates coordinates(JsonNode node) {
        return new Coordinates(
                node.path("topic").asText(),
                node.path("partition").asInt(),
                node.path("offset").asLong());
    }
}
