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
import com.github.difflib.patch.Patch;
import dev.hapax.domain.Message;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A quarantined message as an operator changed it, and the recorded difference. */
public final class MessageEdit {

    /** More of a diff than this is cut: the case file must stay small enough for its topic. */
    private static final int LONGEST_DIFF = 16 * 1024;

    /** Kafka takes no negative timestamps, and ISO-8601 no later year without a sign. */
    private static final Instant EARLIEST = Instant.EPOCH;

    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");

    private static final int CONTEXT = 2;
    private static final int MOST_LINES_COMPARED = 2_000;

    /** Numbers stay as they were written, to the last zero. */
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private MessageEdit() {}

    public static Message withValue(Message original, byte @Nullable [] value) {
        return new Message(original.at(), original.timestamp(), original.key(), value, original.headers());
    }

    /** @throws IllegalArgumentException when no record can carry that time */
    public static Message withTimestamp(Message original, Instant time) {
        if (time.isBefore(EARLIEST) || time.isAfter(LATEST)) {
            throw new IllegalArgumentException("timestamp: " + time + " must be from " + EARLIEST + " to " + LATEST
                    + ". Use a time such as 2026-05-05T16:00:00Z, or now.");
        }
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
            // The text of the exception quotes the message, which not every reader may see.
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
        if (Arrays.equals(before.value(), after.value()) && before.timestamp() == after.timestamp()) {
            return "";
        }
        Payload old = Payload.whole(before.value());
        Payload changed = Payload.whole(after.value());
        String diff = unified(lines(before, old), lines(after, changed));
        if (diff == null || old.cut() || changed.cut()) {
            // Comparing long texts that have little in common takes time and memory by the square of their lines.
            diff = timestamps(before, after) + "value: " + size(before) + " became " + size(after)
                    + ", too different to show";
        } else if (diff.isEmpty()) {
            // The same to a person, such as JSON with other blanks.
            diff = "other bytes, the same content";
        }
        return diff.length() <= LONGEST_DIFF ? diff : Payload.shortened(diff, LONGEST_DIFF) + "\n… cut";
    }

    /** Null where it would take too long. What both begin and end with is left out, but for the lines around a change. */
    private static @Nullable String unified(List<String> old, List<String> changed) {
        int most = Math.min(old.size(), changed.size());
        int same = 0;
        while (same < most && old.get(same).equals(changed.get(same))) {
            same++;
        }
        int sameAtEnd = 0;
        while (sameAtEnd < most - same
                && old.get(old.size() - 1 - sameAtEnd).equals(changed.get(changed.size() - 1 - sameAtEnd))) {
            sameAtEnd++;
        }
        if (old.size() + changed.size() - 2 * (same + sameAtEnd) > MOST_LINES_COMPARED) {
            return null;
        }
        int from = Math.max(0, same - CONTEXT);
        int left = Math.max(0, sameAtEnd - CONTEXT);
        List<String> oldPart = old.subList(from, old.size() - left);
        List<String> changedPart = changed.subList(from, changed.size() - left);
        Patch<String> patch = DiffUtils.diff(oldPart, changedPart);
        return String.join("\n", UnifiedDiffUtils.generateUnifiedDiff("original", "edited", oldPart, patch, CONTEXT));
    }

    private static List<String> lines(Message message, Payload payload) {
        List<String> lines = new ArrayList<>();
        lines.add("timestamp: " + Instant.ofEpochMilli(message.timestamp()));
        lines.addAll(payload.text().lines().toList());
        return lines;
    }

    private static String timestamps(Message before, Message after) {
        return before.timestamp() == after.timestamp()
                ? ""
                : "-timestamp: " + Instant.ofEpochMilli(before.timestamp()) + "\n+timestamp: "
                        + Instant.ofEpochMilli(after.timestamp()) + "\n";
    }

    private static String size(Message message) {
        byte[] value = message.value();
        return value == null ? "a tombstone" : value.length + " bytes";
    }
}
