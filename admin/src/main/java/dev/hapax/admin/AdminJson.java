package dev.hapax.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON as the instance reads and writes it, on one line. */
public final class AdminJson {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private AdminJson() {}

    /** For libraries that write JSON themselves. */
    static ObjectMapper mapper() {
        return MAPPER;
    }

    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    public static ArrayNode array() {
        return MAPPER.createArrayNode();
    }

    /** From records, maps, lists, strings and numbers. */
    public static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** The fields of an object, in its order. */
    public static Map<String, @Nullable Object> fields(JsonNode object) {
        return MAPPER.convertValue(object, new TypeReference<>() {});
    }

    /** From the same, or from a tree. */
    public static String text(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("JSON could not be written", e);
        }
    }

    public static JsonNode read(String text) throws JsonProcessingException {
        return MAPPER.readTree(text);
    }

    static JsonNode read(byte[] bytes) throws IOException {
        return MAPPER.readTree(bytes);
    }
}
