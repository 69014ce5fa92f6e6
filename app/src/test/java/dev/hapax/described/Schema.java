package dev.hapax.described;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * As much of JSON Schema as openapi.json uses, read strictly: a field that is not described is wrong, unless the description
 * leaves it open, and so is one that is required and missing.
 */
final class Schema {

    private final JsonNode document;
    private final Set<String> met = new TreeSet<>();

    /** @param document where references lead to */
    Schema(JsonNode document) {
        this.document = document;
    }

    /** The schemas with a name that a value was held against, and that it is as they say. */
    Set<String> met() {
        return met;
    }

    /** All that is wrong with a value. */
    List<String> wrong(JsonNode schema, JsonNode value) {
        List<String> wrong = new ArrayList<>();
        check(schema, value, "", wrong);
        return wrong;
    }

    /** What a reference leads to. */
    static String name(String reference) {
        return reference.replaceAll(".*/", "");
    }

    JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? document.at(node.path("$ref").asText().substring(1)) : node;
    }

    /** Objects that are described in several places, as one that has the fields of all. */
    private JsonNode together(JsonNode said) {
        if (!said.has("allOf")) {
            return said;
        }
        ObjectNode one = JsonNodeFactory.instance.objectNode().put("type", "object");
        ObjectNode properties = one.putObject("properties");
        ArrayNode required = one.putArray("required");
        for (JsonNode part : said.path("allOf")) {
            JsonNode resolved = together(resolved(part));
            if (!resolved.path("type").asText().equals("object")) {
                throw new IllegalArgumentException("no object: " + part);
            }
            properties.setAll((ObjectNode) resolved.path("properties"));
            resolved.path("required").forEach(name -> required.add(name));
        }
        return one;
    }

    private void check(JsonNode schema, JsonNode value, String at, List<String> wrong) {
        int before = wrong.size();
        JsonNode said = together(resolved(schema));
        if (said.isMissingNode()) {
            wrong.add(at + ": " + schema + " leads nowhere");
        } else if (said.has("anyOf")) {
            anyOf(said.path("anyOf"), value, at, wrong);
        } else if (said.has("enum")) {
            if (!among(said.path("enum"), value)) {
                wrong.add(at + ": " + value + " is none of " + said.path("enum"));
            }
        } else if (said.has("type") && !isOneOf(said.path("type"), value)) {
            wrong.add(at + ": " + value + " is no " + said.path("type"));
        } else if (value.isObject()) {
            fields(said, value, at, wrong);
        } else if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                check(said.path("items"), value.path(i), at + "/" + i, wrong);
            }
        }
        if (schema.has("$ref") && wrong.size() == before) {
            met.add(name(schema.path("$ref").asText()));
        }
    }

    private void anyOf(JsonNode choices, JsonNode value, String at, List<String> wrong) {
        List<String> all = new ArrayList<>();
        for (JsonNode choice : choices) {
            List<String> here = new ArrayList<>();
            check(choice, value, at, here);
            if (here.isEmpty()) {
                return;
            }
            all.addAll(here);
        }
        wrong.addAll(all);
    }

    private void fields(JsonNode said, JsonNode value, String at, List<String> wrong) {
        JsonNode properties = said.path("properties");
        JsonNode others = said.path("additionalProperties");
        value.properties().forEach(field -> {
            String place = at + "/" + field.getKey();
            if (properties.has(field.getKey())) {
                check(properties.path(field.getKey()), field.getValue(), place, wrong);
            } else if (others.isObject()) {
                check(others, field.getValue(), place, wrong);
            } else if (!others.asBoolean(false)) {
                wrong.add(place + ": is not described");
            }
        });
        said.path("required").forEach(name -> {
            if (!value.has(name.asText())) {
                wrong.add(at + "/" + name.asText() + ": is missing");
            }
        });
    }

    private static boolean among(JsonNode choices, JsonNode value) {
        for (JsonNode choice : choices) {
            if (choice.equals(value)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOneOf(JsonNode types, JsonNode value) {
        if (types.isArray()) {
            for (JsonNode type : types) {
                if (isOneOf(type, value)) {
                    return true;
                }
            }
            return false;
        }
        return switch (types.asText()) {
            case "string" -> value.isTextual();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            case "boolean" -> value.isBoolean();
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "null" -> value.isNull();
            default -> throw new IllegalArgumentException("no type: " + types);
        };
    }
}
