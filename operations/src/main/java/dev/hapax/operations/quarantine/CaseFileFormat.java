package dev.hapax.operations.quarantine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.domain.Coordinates;
import dev.hapax.operations.quarantine.CaseFile.Resolution.SentReplay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A case file as a record of the cases topic: keyed by case id, the value JSON of schema {@code hapax.case/1}. */
public final class CaseFileFormat {

    static final String SCHEMA = "hapax.case/1";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private CaseFileFormat() {}

    static byte[] key(Coordinates id) {
        return id.toString().getBytes(StandardCharsets.UTF_8);
    }

    static byte[] write(CaseFile file) {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("schema", SCHEMA);
        node.put("case", file.id().toString());
        node.put("state", file.state().code());
        node.put("owner", file.owner());
        node.put("attempt", file.resolution().attempt());
        node.put("message", file.digest());
        ArrayNode failures = node.putArray("failures");
        for (Quarantined.Failure.Key failure : file.resolution().failures()) {
            failures.addObject().put("generation", failure.generation()).put("attempt", failure.attempt());
        }
        SentReplay replay = file.resolution().replay();
        if (replay != null) {
            node.putObject("replay")
                    .put("partition", replay.partition())
                    .put("offset", replay.offset())
                    .put("generation", replay.generation())
                    .put("outcome", replay.outcome());
        }
        ArrayNode history = node.putArray("history");
        for (CaseFile.Change change : file.history()) {
            history.addObject()
                    .put("at", change.at().toString())
                    .put("actor", change.actor())
                    .put("action", change.action().code())
                    .put("reason", change.reason())
                    .put("detail", change.detail());
        }
        try {
            return MAPPER.writeValueAsBytes(node);
        } catch (IOException e) {
            throw new UncheckedIOException("a case file could not be written", e);
        }
    }

    /** @throws IllegalArgumentException when it is not a case file */
    public static CaseFile read(byte[] value) {
        JsonNode node;
        try {
            node = MAPPER.readTree(value);
        } catch (IOException e) {
            throw new IllegalArgumentException("not JSON: " + e.getMessage(), e);
        }
        if (!node.path("schema").asText().equals(SCHEMA)) {
            throw new IllegalArgumentException(
                    "schema is '" + node.path("schema").asText() + "', expected '" + SCHEMA + "'");
        }
        try {
            return file(node);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("a time in it is none: " + e.getMessage(), e);
        }
    }

    private static CaseFile file(JsonNode node) {
        List<CaseFile.Change> history = new ArrayList<>();
        for (JsonNode change : node.path("history")) {
            history.add(new CaseFile.Change(
                    Instant.parse(change.path("at").asText()),
                    change.path("actor").asText(),
                    CaseFile.Change.Action.valueOf(
                            change.path("action").asText().toUpperCase(Locale.ROOT)),
                    text(change, "reason"),
                    text(change, "detail")));
        }
        return new CaseFile(
                Coordinates.parse(node.path("case").asText()),
                text(node, "message"),
                Case.State.of(node.path("state").asText()),
                text(node, "owner"),
                resolution(node, history),
                history);
    }

    private static CaseFile.Resolution resolution(JsonNode node, List<CaseFile.Change> history) {
        List<Quarantined.Failure.Key> failures = new ArrayList<>();
        for (JsonNode failure : node.path("failures")) {
            failures.add(new Quarantined.Failure.Key(number(failure, "generation"), number(failure, "attempt")));
        }
        JsonNode replay = node.path("replay");
        Instant at = null;
        for (CaseFile.Change change : history) {
            if (change.action() != CaseFile.Change.Action.NOTED && change.action() != CaseFile.Change.Action.ASSIGNED) {
                at = change.at();
            }
        }
        return new CaseFile.Resolution(
                number(node, "attempt"),
                failures,
                replay.isObject()
                        ? new SentReplay(
                                number(replay, "partition"),
                                replay.path("offset").asLong(),
                                number(replay, "generation"),
                                text(replay, "outcome"))
                        : null,
                at);
    }

    private static int number(JsonNode node, String name) {
        JsonNode value = node.path(name);
        if (!value.canConvertToInt() || value.asInt() < 0) {
            throw new IllegalArgumentException(name + " is '" + value.asText() + "', must be a number from 0 on");
        }
        return value.asInt();
    }

    private static @Nullable String text(JsonNode node, String name) {
        JsonNode value = node.get(name);
        return value == null || value.isNull() ? null : value.asText();
    }
}
