package dev.hapax.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.CampaignDefinition;
import dev.hapax.campaign.CampaignEvent;
import dev.hapax.campaign.CampaignShare;
import dev.hapax.campaign.Recipient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.TreeMap;

/**
 * Campaigns, schema {@code hapax.campaign/1}, their events, schema {@code hapax.campaign-event/1}, their recipients, schema
 * {@code hapax.recipient/1}, and what a partition keeps of them, schema {@code hapax.campaign-share/1}, as JSON.
 */
public final class CampaignFormat {

    public static final String CAMPAIGN_SCHEMA = "hapax.campaign/1";
    public static final String EVENT_SCHEMA = "hapax.campaign-event/1";
    public static final String RECIPIENT_SCHEMA = "hapax.recipient/1";
    public static final String SHARE_SCHEMA = "hapax.campaign-share/1";

    private static final String SCHEMA = "schema";
    private static final String ADDRESS = "address";
    private static final String VALUES = "values";

    private static final ObjectMapper JSON = JsonMapper.builder()
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .addMixIn(CampaignEvent.class, EventTypes.class)
            .build();

    /** The names of the events. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = CampaignEvent.Created.class, name = "created"),
        @JsonSubTypes.Type(value = CampaignEvent.Frozen.class, name = "frozen"),
        @JsonSubTypes.Type(value = CampaignEvent.Reviewed.class, name = "reviewed"),
        @JsonSubTypes.Type(value = CampaignEvent.Requested.class, name = "requested"),
        @JsonSubTypes.Type(value = CampaignEvent.Counted.class, name = "counted"),
    })
    private interface EventTypes {}

    private CampaignFormat() {}

    public static byte[] write(Campaign campaign) {
        return write(JSON.valueToTree(campaign), CAMPAIGN_SCHEMA);
    }

    public static byte[] write(CampaignEvent event) {
        try {
            // By the interface, or the name of the event would not be written.
            byte[] bytes = JSON.writerFor(CampaignEvent.class).writeValueAsBytes(event);
            return write((ObjectNode) JSON.readTree(bytes), EVENT_SCHEMA);
        } catch (IOException e) {
            throw new UncheckedIOException("JSON could not be written", e);
        }
    }

    public static byte[] write(CampaignShare share) {
        return write(JSON.valueToTree(share), SHARE_SCHEMA);
    }

    /** The subscriber is in the delivery id, which is the key of the record. The same recipient has the same bytes. */
    public static byte[] write(Recipient recipient) {
        ObjectNode json = JSON.createObjectNode().put(ADDRESS, recipient.address());
        recipient.values().forEach(json.putObject(VALUES)::put);
        return write(json, RECIPIENT_SCHEMA);
    }

    /** The SHA-256 that an approval covers, of the definition as it is written. */
    public static String sha256(CampaignDefinition definition) {
        try {
            return DeliveryHeaders.sha256(JSON.writeValueAsBytes(definition));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("JSON could not be written", e);
        }
    }

    private static byte[] write(ObjectNode json, String schema) {
        try {
            ObjectNode whole = JSON.createObjectNode().put(SCHEMA, schema);
            whole.setAll(json);
            return JSON.writeValueAsBytes(whole);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("JSON could not be written", e);
        }
    }

    /** @throws IllegalArgumentException when it is none, saying why */
    public static Campaign readCampaign(byte[] bytes) {
        return read(bytes, CAMPAIGN_SCHEMA, Campaign.class);
    }

    /** @throws IllegalArgumentException when it is none, saying why */
    public static CampaignEvent readEvent(byte[] bytes) {
        return read(bytes, EVENT_SCHEMA, CampaignEvent.class);
    }

    /** @throws IllegalArgumentException when it is none, saying why */
    public static CampaignShare readShare(byte[] bytes) {
        return read(bytes, SHARE_SCHEMA, CampaignShare.class);
    }

    /**
     * @param subscriber by the key of the record
     * @throws IllegalArgumentException when it is none, saying why
     */
    public static Recipient readRecipient(String subscriber, byte[] bytes) {
        ObjectNode json = object(bytes, RECIPIENT_SCHEMA);
        JsonNode address = json.path(ADDRESS);
        if (!address.isTextual()) {
            throw new IllegalArgumentException("address: must be a text");
        }
        TreeMap<String, String> values = new TreeMap<>();
        json.path(VALUES).properties().forEach(entry -> {
            if (!entry.getValue().isTextual()) {
                throw new IllegalArgumentException("values." + entry.getKey() + ": must be a text");
            }
            values.put(entry.getKey(), entry.getValue().textValue());
        });
        return new Recipient(subscriber, address.textValue(), values);
    }

    private static <T> T read(byte[] bytes, String schema, Class<T> type) {
        try {
            return JSON.treeToValue(object(bytes, schema), type);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
    }

    private static ObjectNode object(byte[] bytes, String schema) {
        try {
            JsonNode json = JSON.readTree(bytes);
            if (!(json instanceof ObjectNode object)) {
                throw new IllegalArgumentException("not a JSON object");
            }
            JsonNode found = object.remove(SCHEMA);
            if (found == null || !found.asText().equals(schema)) {
                throw new IllegalArgumentException(
                        "schema: must be " + schema + ", not " + (found == null ? "missing" : found));
            }
            return object;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
