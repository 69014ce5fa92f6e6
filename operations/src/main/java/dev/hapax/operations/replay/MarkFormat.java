package dev.hapax.operations.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.operations.Range;
import dev.hapax.operations.replay.ReplayStatus.Owner;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;

/**
 * What a replay writes beside its committed offset on a partition, as compact JSON: the whole plan, and how that partition
 * fares. So a replay needs no topic of its own, and its progress is committed with what it sends.
 */
final class MarkFormat {

    static final String SCHEMA = "hapax.replay/1";

    /** A broker takes 4,096 bytes by default (offset.metadata.max.bytes). */
    static final int LONGEST = 3_500;

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private MarkFormat() {}

    /** @throws IllegalArgumentException when the plan says more than there is room for */
    static OffsetAndMetadata write(ReplayStatus status, int partition) {
        ReplayStatus.Plan plan = status.plan();
        ReplayStatus.Leg leg = status.legs().get(partition);
        if (leg == null) {
            throw new IllegalArgumentException(plan.id() + " has no partition " + partition);
        }
        ObjectNode node = MAPPER.createObjectNode()
                .put("schema", SCHEMA)
                .put("topic", plan.topic())
                .put("generation", plan.generation());
        ArrayNode where = node.putArray("where");
        plan.where().forEach(where::add);
        node.put("rate", plan.rate())
                .put("silent", plan.silent())
                .put("actor", plan.actor())
                .put("startedAt", plan.startedAt().toString())
                .put("reason", plan.reason())
                .put("cancelled", status.cancelled())
                .put("by", status.owner().actor())
                .put("since", status.owner().since().toString())
                .put("movedAt", status.movedAt().toString())
                .put("from", leg.range().from())
                .put("to", leg.range().to())
                .put("sent", leg.counts().sent())
                .put("skipped", leg.counts().skipped())
                .put("unreadable", leg.counts().unreadable())
                .put("deleted", leg.counts().deleted());
        String text;
        try {
            text = MAPPER.writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("plain values can always be written", e);
        }
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > LONGEST) {
            throw new IllegalArgumentException("filter, reason and actor of a replay are too long by "
                    + (bytes - LONGEST) + " bytes: shorten them, they are kept beside each offset");
        }
        return new OffsetAndMetadata(leg.next(), text);
    }

    /**
     * Combines the metadata of all partitions.
     *
     * @throws IllegalArgumentException if it is not the metadata of a replay, or of a version that is unknown here
     */
    static ReplayStatus read(SortedMap<Integer, OffsetAndMetadata> marks) {
        SortedMap<Integer, ReplayStatus.Leg> legs = new TreeMap<>();
        JsonNode newest = MAPPER.createObjectNode();
        Instant movedAt = Instant.MIN;
        boolean cancelled = false;
        for (var mark : marks.entrySet()) {
            JsonNode node = parse(mark.getValue().metadata());
            legs.put(mark.getKey(), leg(node, mark.getValue().offset()));
            cancelled |= node.path("cancelled").asBoolean();
            Instant moved = Instant.parse(node.path("movedAt").asText());
            if (moved.isAfter(movedAt)) {
                movedAt = moved;
                newest = node;
            }
        }
        Owner owner = new Owner(
                newest.path("by").asText(), Instant.parse(newest.path("since").asText()));
        return new ReplayStatus(plan(newest), cancelled, owner, movedAt, legs);
    }

    private static JsonNode parse(String text) {
        try {
            JsonNode node = MAPPER.readTree(text);
            if (!node.path("schema").asText().equals(SCHEMA)) {
                throw new IllegalArgumentException("'" + text + "' is not of schema " + SCHEMA
                        + ": use the version of Hapax that wrote it, or a newer one");
            }
            return node;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("'" + text + "' is not JSON", e);
        }
    }

    private static ReplayStatus.Leg leg(JsonNode node, long next) {
        return new ReplayStatus.Leg(
                new Range(node.path("from").asLong(), node.path("to").asLong()),
                next,
                new ReplayStatus.Counts(
                        node.path("sent").asLong(),
                        node.path("skipped").asLong(),
                        node.path("unreadable").asLong(),
                        node.path("deleted").asLong()));
    }

    private static ReplayStatus.Plan plan(JsonNode node) {
        List<String> where = new ArrayList<>();
        node.path("where").forEach(condition -> where.add(condition.asText()));
        return new ReplayStatus.Plan(
                node.path("topic").asText(),
                node.path("generation").asInt(),
                where,
                node.path("rate").asInt(),
                node.path("silent").asBoolean(),
                node.path("actor").asText(),
                Instant.parse(node.path("startedAt").asText()),
                node.path("reason").asText());
    }
}
