package dev.hapax.admin.work;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A JSON document with its masked fields struck out, and what they said. */
final class MaskedJson {

    /** What is not read to the last sign, or says one thing twice, is not JSON here: something could stay unseen in it. */
    private static final ObjectMapper STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .build();

    private static final String ENCODED = "data_base64";
    private static final int LONGEST_PLAIN = 64;

    private final Masks masks;
    private final Set<String> said = new LinkedHashSet<>();
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

        String text() {
            try {
                return STRICT.writerWithDefaultPrettyPrinter().writeValueAsString(document);
            } catch (JsonProcessingException e) {
                throw new IllegalStateException("a tree can always be written", e);
            }
        }

        String line() {
            return document.toString();
        }
    }

    /** @param elsewhere what masked fields outside of the document say */
    static @Nullable Result of(String text, Masks masks, Set<String> elsewhere) {
        JsonNode document = parsed(text);
        if (document == null) {
            return null;
        }
        MaskedJson masking = new MaskedJson(masks);
        masking.said.addAll(elsewhere);
        JsonNode shown = masking.shown(document, List.of());
        JsonNode scrubbed = scrubbed(shown, Redaction.of(masking.said));
        return new Result(scrubbed, masking.said, masking.masked || !scrubbed.equals(document));
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
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    private JsonNode shown(JsonNode node, List<String> path) {
        if (!path.isEmpty() && masks.covers(path)) {
            strikeOut(node);
            return TextNode.valueOf(Masking.MASKED);
        }
        if (node instanceof ObjectNode object) {
            ObjectNode result = STRICT.createObjectNode();
            object.properties()
                    .forEach(member -> result.set(
                            member.getKey(), member(member.getKey(), member.getValue(), with(path, member.getKey()))));
            return result;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode result = STRICT.createArrayNode();
            for (int i = 0; i < array.size(); i++) {
                result.add(shown(array.get(i), with(path, Integer.toString(i))));
            }
            return result;
        }
        return node.isTextual() ? within(node, path) : node;
    }

    private JsonNode member(String name, JsonNode value, List<String> path) {
        if (name.equals(ENCODED) && value.isTextual() && !masks.covers(path)) {
            return decoded(value, path);
        }
        return shown(value, path);
    }

    /** Bytes that are no JSON can't be looked into, so they are not shown. */
    private JsonNode decoded(JsonNode value, List<String> path) {
        JsonNode inner = null;
        try {
            inner = parsed(new String(Base64.getDecoder().decode(value.asText()), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            // Not Base64: not shown either.
        }
        boolean before = masked;
        masked = false;
        if (inner != null) {
            shown(inner, with(path.subList(0, path.size() - 1), "data"));
        }
        boolean hide = inner == null || masked;
        masked = before || hide;
        return hide ? TextNode.valueOf(Masking.MASKED) : value;
    }

    /** Documents are sent as text within documents. */
    private JsonNode within(JsonNode node, List<String> path) {
        String text = node.asText().strip();
        JsonNode inner = text.startsWith("{") || text.startsWith("[") ? parsed(text) : null;
        return inner == null ? node : TextNode.valueOf(shown(inner, path).toString());
    }

    private void strikeOut(JsonNode node) {
        masked = true;
        if (node.isContainerNode()) {
            node.forEach(this::strikeOut);
        } else if (node.isNumber()) {
            said.add(node.asText());
            BigDecimal number = node.decimalValue().stripTrailingZeros();
            if (Math.abs((long) number.scale()) <= LONGEST_PLAIN) {
                said.add(number.toPlainString());
            }
        } else if (node.isTextual()) {
            said.add(node.asText());
        }
    }

    private static List<String> with(List<String> path, String step) {
        List<String> longer = new ArrayList<>(path);
        longer.add(step);
        return longer;
    }
}
