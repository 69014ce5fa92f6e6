package dev.hapax.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.domain.Command;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.GuardEntry;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Commands and their receipts as JSON, schema {@code hapax.command/1}; {@code command} says which of them it is. */
public final class CommandFormat {

    public static final String SCHEMA = "hapax.command/1";

    private static final String UNKNOWN = "unknown";

    private static final ObjectMapper JSON = new ObjectMapper(JsonFactory.builder()
            // What is wrong with a command may be half a surrogate pair, and its receipt must be written all the same.
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .build());

    private CommandFormat() {}

    public static byte[] write(Command command) {
        ObjectNode json = JSON.createObjectNode();
        json.put("schema", SCHEMA);
        json.put("command", command.getClass().getSimpleName().toLowerCase(Locale.ROOT));
        json.put("id", command.id());
        if (command instanceof Command.Forget forget) {
            json.put("identity", forget.identity());
            json.put("actor", forget.actor());
            json.put("reason", forget.reason());
        } else if (command instanceof Command.Forgotten forgotten) {
            json.put("identity", forgotten.identity());
            json.put("entries", forgotten.entries());
            ArrayNode some = json.putArray("forgotten");
            forgotten.some().forEach(entry -> write(entry, some.addObject()));
        } else if (command instanceof Command.Refused refused) {
            json.put("reason", refused.explanation());
        }
        json.put("at", command.at().toString());
        try {
            return JSON.writeValueAsBytes(json);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("JSON could not be written", e);
        }
    }

    private static void write(GuardEntry entry, ObjectNode json) {
        json.putObject("at")
                .put("topic", entry.first().topic())
                .put("partition", entry.first().partition())
                .put("offset", entry.first().offset());
        json.put("eventTime", Instant.ofEpochMilli(entry.firstTime()).toString());
        json.put("lastTime", Instant.ofEpochMilli(entry.lastTime()).toString());
        json.put("generation", entry.generation());
        json.put("fingerprint", entry.fingerprint().toString());
        json.put("outcome", entry.status().name().toLowerCase(Locale.ROOT));
        json.put("label", entry.label());
        json.put("important", entry.important());
    }

    /** @throws IllegalArgumentException when it is none, saying why */
    public static Command read(byte[] bytes) {
        try {
            JsonNode json = JsonValues.read(bytes, SCHEMA);
            String command = text(json, "command");
            return switch (command) {
                case "forget" ->
                    new Command.Forget(
                            text(json, "id"),
                            text(json, "identity"),
                            text(json, "actor"),
                            text(json, "reason"),
                            time(json, "at"));
                case "forgotten" ->
                    new Command.Forgotten(
                            text(json, "id"),
                            text(json, "identity"),
                            time(json, "at"),
                            json.path("entries").asInt(),
                            entries(json.path("forgotten")));
                case "refused" -> new Command.Refused(text(json, "id"), time(json, "at"), text(json, "reason"));
                default -> throw new IllegalArgumentException("command: '" + command + "' is unknown; there is forget");
            };
        } catch (UncheckedIOException | BufferUnderflowException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** The id of what may be no command, or {@code unknown}: whoever wrote it waits for a receipt. */
    public static String id(byte @Nullable [] bytes) {
        try {
            return bytes == null ? UNKNOWN : text(JsonValues.read(bytes, SCHEMA), "id");
        } catch (UncheckedIOException | IllegalArgumentException e) {
            return UNKNOWN;
        }
    }

    private static List<GuardEntry> entries(JsonNode array) {
        List<GuardEntry> entries = new ArrayList<>();
        for (JsonNode json : array) {
            entries.add(new GuardEntry(
                    GuardEntry.Status.valueOf(text(json, "outcome").toUpperCase(Locale.ROOT)),
                    time(json, "eventTime").toEpochMilli(),
                    time(json, "lastTime").toEpochMilli(),
                    JsonValues.coordinates(json.path("at")),
                    Fingerprint.parse(text(json, "fingerprint")),
                    json.path("generation").asInt(),
                    text(json, "label"),
                    json.path("important").asBoolean()));
        }
        return entries;
    }

    private static String text(JsonNode json, String name) {
        JsonNode value = json.path(name);
        if (!value.isTextual() || value.textValue().isBlank()) {
            throw new IllegalArgumentException(name + ": must be there, as text that is not blank");
        }
        return value.textValue();
    }

    private static Instant time(JsonNode json, String name) {
        String text = text(json, name);
        try {
            return Instant.ofEpochMilli(Instant.parse(text).toEpochMilli());
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException(name + ": '" + text + "' is not a time such as 2026-05-04T12:00:00Z", e);
        }
    }
}
