package dev.hapax.masking;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Replaces the masked fields of a JSON document, and collects their values. */
final class MaskedJson {

    /** Total depth of a document and the documents in its strings, bounded by the stack. Deeper ones are hidden. */
    private static final int DEEPEST = 250;

    /** Rejects trailing text and repeated members: they could contain masked values. */
    private static final ObjectMapper STRICT = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEEPEST)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .build();

    private static final String ENCODED = "data_base64";
    private static final int LONGEST_PLAIN = 64;

    private final Masks masks;
    private final Set<String> said = new LinkedHashSet<>();
    /** The path of the current node in the innermost document. */
    private final List<String> path = new ArrayList<>();

    private int depth;
    private long saidCharacters;
    private boolean masked;

    private MaskedJson(Masks masks) {
        this.masks = masks;
    }

    /**
     * A document without its masked fields.
     *
     * @param said the values of the masked fields
     * @param masked whether there were any
     */
    record Result(JsonNode document, Set<String> said, boolean masked) {}

    /** The document is too deep, or its masked values are too large. */
    private static final class TooMuchException extends RuntimeException {}

    /**
     * Null if the text is not a JSON document, is too deep, or has too large masked values: then nothing of it may be shown.
     *
     * @param elsewhere the values of masked headers
     */
    static @Nullable Result of(String text, Masks masks, Set<String> elsewhere) {
        MaskedJson masking = new MaskedJson(masks);
        try {
            JsonNode document = parsed(text);
            if (document == null) {
                return null;
            }
            elsewhere.forEach(masking::note);
            JsonNode shown = masking.shown(document);
            Redaction redaction = Redaction.of(masking.said);
            JsonNode scrubbed = scrubbed(shown, redaction);
            return new Result(scrubbed, masking.said, masking.masked || !scrubbed.equals(document));
        } catch (TooMuchException e) {
            return null;
        }
    }

    /** Without copies of masked values in other fields. */
    private static JsonNode scrubbed(JsonNode node, Redaction redaction) {
        if (node instanceof ObjectNode object) {
            ObjectNode result = STRICT.createObjectNode();
            object.properties()
                    .forEach(member ->
                            result.set(redaction.of(member.getKey()), scrubbed(member.getValue(), redaction)));
            return result;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode result = STRICT.createArrayNode();
            array.forEach(element -> result.add(scrubbed(element, redaction)));
            return result;
        }
        if (!node.isTextual() && !node.isNumber()) {
            return node;
        }
        String text = node.asText();
        String scrubbed = redaction.of(text);
        return scrubbed.equals(text) ? node : TextNode.valueOf(scrubbed);
    }

    private static @Nullable JsonNode parsed(String text) {
        try {
            JsonNode node = STRICT.readTree(text);
            return node.isContainerNode() ? node : null;
        } catch (StreamConstraintsException e) {
            // Other parsers may accept it as JSON, so it must not be shown as plain text.
            throw new TooMuchException();
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    private JsonNode shown(JsonNode node) {
        if (!path.isEmpty() && masks.covers(path)) {
            strikeOut(node);
            return TextNode.valueOf(Masking.MASKED);
        }
        if (node instanceof ObjectNode object) {
            ObjectNode result = STRICT.createObjectNode();
            for (Map.Entry<String, JsonNode> member : object.properties()) {
                enter(member.getKey());
                result.set(member.getKey(), member(member.getKey(), member.getValue()));
                leave();
            }
            return result;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode result = STRICT.createArrayNode();
            for (int i = 0; i < array.size(); i++) {
                enter(Integer.toString(i));
                result.add(shown(array.get(i)));
                leave();
            }
            return result;
        }
        return node.isTextual() ? within(node) : node;
    }

    private void enter(String step) {
        path.add(step);
        deeper();
    }

    private void deeper() {
        depth++;
        if (depth > DEEPEST) {
            throw new TooMuchException();
        }
    }

    private void leave() {
        path.remove(path.size() - 1);
        depth--;
    }

    private JsonNode member(String name, JsonNode value) {
        return name.equals(ENCODED) && value.isTextual() && !masks.covers(path) ? decoded(value) : shown(value);
    }

    /** Bytes that are not JSON are hidden, because their fields are unknown. */
    private JsonNode decoded(JsonNode value) {
        JsonNode inner = null;
        try {
            inner = parsed(new String(Base64.getDecoder().decode(value.asText()), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            // Not Base64: hidden too.
        }
        boolean before = masked;
        masked = false;
        if (inner != null) {
            String name = path.set(path.size() - 1, "data");
            deeper();
            shown(inner);
            depth--;
            path.set(path.size() - 1, name);
        }
        boolean hide = inner == null || masked;
        masked = before || hide;
        return hide ? TextNode.valueOf(Masking.MASKED) : value;
    }

    /** A string can contain a document. */
    private JsonNode within(JsonNode node) {
        String text = node.asText().strip();
        JsonNode inner = text.startsWith("{") || text.startsWith("[") ? parsed(text) : null;
        if (inner == null) {
            return node;
        }
        deeper();
        JsonNode shown = shown(inner);
        depth--;
        return TextNode.valueOf(shown.toString());
    }

    private void strikeOut(JsonNode node) {
        masked = true;
        if (node.isContainerNode()) {
            node.forEach(this::strikeOut);
        } else if (node.isNumber()) {
            note(node.asText());
            BigDecimal number = node.decimalValue().stripTrailingZeros();
            if (Math.abs((long) number.scale()) <= LONGEST_PLAIN) {
                note(number.toPlainString());
            }
        } else if (node.isTextual()) {
            note(node.asText());
        }
    }

    private void note(String value) {
        if (said.add(value)) {
            saidCharacters += value.length();
            if (saidCharacters > Redaction.MOST_SAID) {
                throw new TooMuchException();
            }
        }
    }
}
