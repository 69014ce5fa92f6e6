package dev.hapax.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.delivery.Bounce;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.Receipt;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Deliveries, schema {@code hapax.delivery/1}, their events, schema {@code hapax.delivery-event/1}, and
 * their receipts, schema {@code hapax.receipt/1}, as JSON. */
public final class DeliveryFormat {

    public static final String STATE_SCHEMA = "hapax.delivery/1";
    public static final String EVENT_SCHEMA = "hapax.delivery-event/1";
    public static final String RECEIPT_SCHEMA = "hapax.receipt/1";

    private static final String SCHEMA = "schema";
    private static final ObjectMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    // Evidence is what a stranger's server answered.
                    .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
                    .build())
            // A missing member is null: records refuse that where they need it.
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .addMixIn(DeliveryEvent.class, EventTypes.class)
            .addMixIn(DeliveryEvent.Draft.class, DraftFields.class)
            .addMixIn(Delivery.class, DeliveryFields.class)
            .build();

    /** The names of the events. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = DeliveryEvent.Staged.class, name = "staged"),
        @JsonSubTypes.Type(value = DeliveryEvent.Edited.class, name = "edited"),
        @JsonSubTypes.Type(value = DeliveryEvent.Reviewed.class, name = "reviewed"),
        @JsonSubTypes.Type(value = DeliveryEvent.CancelRequested.class, name = "cancel-requested"),
        @JsonSubTypes.Type(value = DeliveryEvent.Claimed.class, name = "claimed"),
        @JsonSubTypes.Type(value = DeliveryEvent.Stopped.class, name = "stopped"),
        @JsonSubTypes.Type(value = DeliveryEvent.Postponed.class, name = "postponed"),
        @JsonSubTypes.Type(value = DeliveryEvent.Held.class, name = "held"),
        @JsonSubTypes.Type(value = DeliveryEvent.Reported.class, name = "reported"),
        @JsonSubTypes.Type(value = DeliveryEvent.LeaseEnded.class, name = "lease-ended"),
        @JsonSubTypes.Type(value = DeliveryEvent.Reconciled.class, name = "reconciled"),
        @JsonSubTypes.Type(value = DeliveryEvent.Bounced.class, name = "bounced"),
    })
    private interface EventTypes {}

    /** Deliveries that are part of no campaign have the fields that they had before there were campaigns. */
    interface DraftFields {
        @JsonInclude(JsonInclude.Include.NON_NULL)
        DeliveryEvent.@Nullable InCampaign campaign();
    }

    /** Deliveries that no server has reported have the fields that they had before bounces were read. */
    interface DeliveryFields {
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable
        Bounce bounce();
    }

    private static final ObjectWriter STATES = JSON.writerFor(Delivery.class);
    private static final ObjectWriter RECEIPTS = JSON.writerFor(Receipt.class);
    /** By the interface, or the name of the event would not be written. */
    private static final ObjectWriter EVENTS = JSON.writerFor(DeliveryEvent.class);

    private DeliveryFormat() {}

    public static byte[] write(Delivery delivery) {
        return write(STATES, delivery, STATE_SCHEMA);
    }

    public static byte[] write(Receipt receipt) {
        return write(RECEIPTS, receipt, RECEIPT_SCHEMA);
    }

    public static byte[] write(DeliveryEvent event) {
        return write(EVENTS, event, EVENT_SCHEMA);
    }

    /** The schema comes first. Through a tree it would cost three times as much, and the ledger writes four states a delivery. */
    private static byte[] write(ObjectWriter writer, Object value, String schema) {
        try {
            byte[] start = ("{\"" + SCHEMA + "\":\"" + schema + "\",").getBytes(StandardCharsets.UTF_8);
            byte[] object = writer.writeValueAsBytes(value);
            byte[] all = Arrays.copyOf(start, start.length + object.length - 1);
            System.arraycopy(object, 1, all, start.length, object.length - 1);
            return all;
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("JSON could not be written", e);
        }
    }

    /** @throws IllegalArgumentException when it is none, saying why */
    public static Delivery readDelivery(byte[] bytes) {
        return read(bytes, STATE_SCHEMA, Delivery.class);
    }

    /** @throws IllegalArgumentException when it is none, saying why */
    public static DeliveryEvent readEvent(byte[] bytes) {
        return read(bytes, EVENT_SCHEMA, DeliveryEvent.class);
    }

    /** @throws IllegalArgumentException when it is none, saying why */
    public static Receipt readReceipt(byte[] bytes) {
        return read(bytes, RECEIPT_SCHEMA, Receipt.class);
    }

    private static <T> T read(byte[] bytes, String schema, Class<T> type) {
        try (JsonParser parser = JSON.createParser(bytes)) {
            boolean schemaIsFirst = parser.nextToken() == JsonToken.START_OBJECT
                    && parser.nextToken() == JsonToken.FIELD_NAME
                    && parser.currentName().equals(SCHEMA)
                    && parser.nextToken() == JsonToken.VALUE_STRING;
            if (schemaIsFirst && parser.getText().equals(schema) && parser.nextToken() == JsonToken.FIELD_NAME) {
                // As it is written here. The ledger reads several a delivery, and a tree would cost as much again.
                return JSON.readValue(parser, type);
            }
            return readAnyOrder(bytes, schema, type);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static <T> T readAnyOrder(byte[] bytes, String schema, Class<T> type) throws IOException {
        JsonNode json = JSON.readTree(bytes);
        if (!(json instanceof ObjectNode object)) {
            throw new IllegalArgumentException("not a JSON object");
        }
        JsonNode found = object.remove(SCHEMA);
        if (found == null || !found.asText().equals(schema)) {
            throw new IllegalArgumentException(
                    "schema: must be " + schema + ", not " + (found == null ? "missing" : found));
        }
        return JSON.treeToValue(object, type);
    }
}
