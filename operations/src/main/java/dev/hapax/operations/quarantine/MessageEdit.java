package dev.hapax.operations.quarantine;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import dev.hapax.domain.Message;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A quarantined message as an operator changed it, and what was changed in words that go on record. */
public final class MessageEdit {

    /** More of a diff than this is cut: the case file must stay small enough for its topic. */
    private static final int LONGEST_DIFF = 16 * 1024;

    /** Numbers stay as they were written, to the last zero. */
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private MessageEdit() {}

    public static Message withValue(Message original, byte @Nullable [] value) {
        return new Message(original.at(), original.timestamp(), original.key(), value, original.headers());
    }

    public static Message withTimestamp(Message original, Instant time) {
        return new Message(original.at(), time.toEpochMilli(), original.key(), original.value(), original.headers());
    }

    /**
     * Changes members of a JSON object by a merge patch (RFC 7396): members of the patch replace, null removes.
     *
     * @throws IllegalArgumentException when the value or the patch is not JSON
     */
    public static Message patched(Message original, String patch) {
        byte[] value = original.value();
        if (value == null) {
            throw new IllegalArgumentException("--patch: the message is a tombstone; --value-file gives it a value");
        }
        JsonNode target =
                parse(value, "--patch: the message is not JSON, so it can't be patched; --value-file replaces it");
        JsonNode changes = readPatch(patch);
        try {
            return withValue(original, MAPPER.writeValueAsBytes(merge(target, changes)));
        } catch (IOException e) {
            throw new IllegalArgumentException("--patch: " + e.getMessage(), e);
        }
    }

    /** @throws IllegalArgumentException when a patch is not JSON */
    public static void requirePatch(String patch) {
        var unused = readPatch(patch);
    }

    private static JsonNode readPatch(String patch) {
        return parse(patch.getBytes(StandardCharsets.UTF_8), "--patch: must be JSON (RFC 7396)");
    }

    private static JsonNode parse(byte[] json, String error) {
        try {
            JsonNode node = MAPPER.readTree(json);
            if (node.isMissingNode()) {
                throw new IllegalArgumentException(error + ": it is empty");
            }
            return node;
        } catch (JsonProcessingException e) {
            // Its own words quote the message, which not everyone who is told may see.
            JsonLocation where = e.getLocation();
            throw new IllegalArgumentException(
                    where == null
                            ? error
                            : error + ": see line " + where.getLineNr() + ", column " + where.getColumnNr(),
                    e);
        } catch (IOException e) {
            throw new IllegalArgumentException(error, e);
        }
    }

    private static JsonNode merge(JsonNode target, JsonNode patch) {
        if (!patch.isObject()) {
            return patch;
        }
        ObjectNode result = target.isObject() ? ((ObjectNode) target).deepCopy() : MAPPER.createObjectNode();
        patch.properties().forEach(member -> {
            if (member.getValue().isNull()) {
                result.remove(member.getKey());
            } else {
                JsonNode there = result.path(member.getKey());
                result.set(member.getKey(), merge(there, member.getValue()));
            }
        });
        return result;
    }

    /** What differs, as a unified diff; JSON is laid out first, so that it is compared member by member. Empty when nothing does. */
    public static String diff(Message before, Message after) {
        List<String> old = lines(before);
        List<String> changed = lines(after);
        if (Arrays.equals(before.value(), after.value()) && before.timestamp() == after.timestamp()) {
            return "";
        }
        String diff = String.join(
                "\n", UnifiedDiffUtils.generateUnifiedDiff("original", "edited", old, DiffUtils.diff(old, changed), 2));
        if (diff.isEmpty()) {
            // The same to a person, such as JSON with other blanks.
            diff = "other bytes, the same content";
        }
        return diff.length() <= LONGEST_DIFF ? diff : diff.substring(0, LONGEST_DIFF) + "\n… cut";
    }

    private static List<String> lines(Message message) {
        List<String> lines = new ArrayList<>();
        lines.add("timestamp: " + Instant.ofEpochMilli(message.timestamp()));
        lines.addAll(Payload.of(message.value()).text().lines().toList());
        return lines;
    }
}
