package dev.hapax.admin.work;

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
import dev.hapax.operations.quarantine.JsonLayout;
import dev.hapax.operations.quarantine.Payload;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A JSON document with its masked fields struck out, and what they said. */
final class MaskedJson {

    /** Steps into a document, and into those within it, all told: each takes some of the stack. Beyond, nothing is shown. */
    private static final int DEEPEST = 250;

    /** What is not read to the last sign, or says one thing twice, is not JSON here: something could stay unseen in it. */
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
    /** The steps from the root of the innermost document to where one looks. */
    private final List<String> path = new ArrayList<>();

    private int depth;
    private long saidCharacters;
    private boolean masked;

    private MaskedJson(Masks masks) {
        this.masks = masks;
    }

    /**
     * What can be shown of a text, or null where it is no JSON document.
     *
     * @param said what stood in the masked fields
     * @param masked whether anything was
     */
    record Result(JsonNode document, Set<String> said, boolean masked) {

        JsonLayout text() {
            String line = line();
            JsonLayout layout = JsonLayout.of(line, Payload.LONGEST);
            return layout == null ? new JsonLayout("", true) : layout;
        }

        String line() {
            return document.toString();
        }
    }

    /** There is more in the document than is looked through for what to mask. */
    private static final class TooMuchException extends RuntimeException {}

    /**
     * Null where the text is no JSON document, or where its documents nest too deeply or say too much in masked fields: then it is
     * not known what of it can be shown.
     *
     * @param elsewhere what masked fields outside of the document say
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

    /** Without what the masked fields say, where others say it again. */
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
            // It may be JSON to others, so it must not be shown for a mere text.
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

    /** Bytes that are no JSON can't be looked into, so they are not shown. */
    private JsonNode decoded(JsonNode value) {
        JsonNode inner = null;
        try {
            inner = parsed(new String(Base64.getDecoder().decode(value.asText()), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            // Not Base64: not shown either.
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

    /** Documents are sent as text within documents. */
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
