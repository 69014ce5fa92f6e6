package dev.hapax.admin.work;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hapax.admin.AdminJson;
import dev.hapax.admin.ProblemException;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Parses requests: the query, and the body as a JSON object of known fields. */
final class Requests {

    /** Rejects trailing text and repeated fields. */
    private static final ObjectMapper STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .build();

    private Requests() {}

    /** The values of a parameter, repeated or separated by commas. */
    static List<String> list(Context request, String name) {
        return request.queryParams(name).stream()
                .flatMap(text -> Arrays.stream(text.split(",")))
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .toList();
    }

    /** A parameter; null if absent or empty. */
    static @Nullable String text(Context request, String name) {
        List<String> given = request.queryParams(name);
        if (given.size() > 1) {
            throw wrong(name + ": must be given once.");
        }
        return given.isEmpty() || given.get(0).isEmpty() ? null : given.get(0);
    }

    /** A boolean parameter. */
    static boolean flag(Context request, String name) {
        String text = text(request, name);
        if (text != null && !text.equals("true") && !text.equals("false")) {
            throw wrong(name + ": '" + text + "' must be true or false.");
        }
        return "true".equals(text);
    }

    /** The body; an empty body is an object without fields. */
    static JsonNode body(Context request, String... fields) {
        String text = request.body();
        JsonNode body;
        try {
            body = text.isBlank() ? AdminJson.object() : STRICT.readTree(text);
        } catch (JsonProcessingException e) {
            // Without the message of the parser: it quotes the body, and errors are logged.
            JsonLocation where = e.getLocation();
            throw wrong("The body is not JSON, or has a field twice"
                    + (where == null ? "" : ": see line " + where.getLineNr() + ", column " + where.getColumnNr()));
        }
        if (!body.isObject()) {
            throw wrong("The body must be a JSON object with " + String.join(", ", fields));
        }
        Set<String> unknown = new TreeSet<>();
        body.fieldNames().forEachRemaining(unknown::add);
        unknown.removeAll(Set.of(fields));
        if (!unknown.isEmpty()) {
            throw wrong("The body has unknown fields: "
                    + unknown.stream().map(Requests::quoted).collect(Collectors.joining(", "))
                    + ". "
                    + (fields.length == 0 ? "This path accepts none." : "Known: " + String.join(", ", fields)));
        }
        return body;
    }

    private static String quoted(String name) {
        return "'" + (name.length() > 40 ? name.substring(0, 40) + "…" : name) + "'";
    }

    /** A string of the body; null if absent. */
    static @Nullable String text(JsonNode body, String field) {
        JsonNode node = body.path(field);
        if (node.isMissingNode() || node.isNull()) {
            return null;
        }
        if (!node.isTextual()) {
            throw wrong(field + ": must be a string.");
        }
        return node.asText();
    }

    /** A string of the body that must not be blank. */
    static String required(JsonNode body, String field, String why) {
        String text = text(body, field);
        if (text == null || text.isBlank()) {
            throw wrong(field + ": " + why);
        }
        return text.strip();
    }

    /**
     * Strings of the body, as a list or a single one; empty if absent.
     *
     * @param example a list in the error message
     */
    static List<String> texts(JsonNode body, String field, String example) {
        JsonNode node = body.path(field);
        if (node.isMissingNode() || node.isNull()) {
            return List.of();
        }
        if (node.isTextual()) {
            return List.of(node.asText());
        }
        List<String> texts = new ArrayList<>();
        node.forEach(text -> texts.add(text.isTextual() ? text.asText() : ""));
        if (!node.isArray() || texts.stream().anyMatch(String::isBlank)) {
            throw wrong(field + ": must be a string or a list of strings, such as " + example);
        }
        return texts;
    }

    static boolean flag(JsonNode body, String field) {
        JsonNode node = body.path(field);
        if (node.isMissingNode() || node.isNull()) {
            return false;
        }
        if (!node.isBoolean()) {
            throw wrong(field + ": must be true or false.");
        }
        return node.asBoolean();
    }

    static ProblemException wrong(String detail) {
        return new ProblemException(400, "Bad Request", detail);
    }
}
