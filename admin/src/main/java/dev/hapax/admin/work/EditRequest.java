package dev.hapax.admin.work;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.domain.Message;
import dev.hapax.operations.Moment;
import dev.hapax.operations.quarantine.MessageEdit;
import java.time.Instant;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A request to edit a message.
 *
 * @param patch a JSON merge patch (RFC 7396)
 * @param value the new value
 * @param timestamp the new event time
 */
record EditRequest(
        String reason,
        @Nullable JsonNode patch,
        byte @Nullable [] value,
        @Nullable String timestamp,
        boolean force) {

    static EditRequest of(JsonNode body) {
        String reason = Requests.required(body, "reason", "is required. It is recorded in the history.");
        String value = Requests.text(body, "value");
        JsonNode patch = body.get("patch");
        String timestamp = Requests.text(body, "timestamp");
        if (patch != null && !patch.isObject()) {
            throw Requests.wrong("patch: must be an object, a JSON merge patch (RFC 7396).");
        }
        if (value != null && patch != null) {
            throw Requests.wrong("patch: cannot be combined with value.");
        }
        if (value == null && patch == null && timestamp == null) {
            throw Requests.wrong(
                    "value: nothing to change. Set value (Base64), patch (a JSON merge patch) or timestamp.");
        }
        return new EditRequest(reason, patch, decoded(value), timestamp, Requests.flag(body, "force"));
    }

    private static byte @Nullable [] decoded(@Nullable String value) {
        try {
            return value == null ? null : Base64.getDecoder().decode(value);
        } catch (IllegalArgumentException e) {
            throw Requests.wrong("value: must be Base64: " + e.getMessage());
        }
    }

    Message edited(Message original, Instant now) {
        Message edited = timestamp == null
                ? original
                : MessageEdit.withTimestamp(original, Moment.parse("timestamp", timestamp, now));
        if (patch != null) {
            return MessageEdit.patched(edited, patch.toString());
        }
        return value == null ? edited : MessageEdit.withValue(edited, value);
    }
}
