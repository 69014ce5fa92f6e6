package dev.hapax.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.campaign.CampaignStatus;
import dev.hapax.delivery.SendingSwitch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Records of the delivery control topic, schema {@code hapax.delivery-control/1}: the switch that turns sending on and off,
 * deliveries that must not be sent although they are due, and the status of campaigns.
 */
public final class ControlFormat {

    public static final String SCHEMA = "hapax.delivery-control/1";

    private static final String SWITCH = "switch";
    private static final String STOP = "stop:";
    private static final String CAMPAIGN = "campaign:";
    private static final String STATUS = "status";
    private static final ObjectMapper JSON = new ObjectMapper();

    private ControlFormat() {}

    public static byte[] switchKey() {
        return SWITCH.getBytes(StandardCharsets.UTF_8);
    }

    public static byte[] stopKey(String deliveryId) {
        return (STOP + deliveryId).getBytes(StandardCharsets.UTF_8);
    }

    public static boolean isSwitch(byte[] key) {
        return new String(key, StandardCharsets.UTF_8).equals(SWITCH);
    }

    /** The delivery that a record stops; null if it is about something else. */
    public static @Nullable String stopped(byte[] key) {
        String text = new String(key, StandardCharsets.UTF_8);
        return text.startsWith(STOP) ? text.substring(STOP.length()) : null;
    }

    public static byte[] campaignKey(String campaign) {
        return (CAMPAIGN + campaign).getBytes(StandardCharsets.UTF_8);
    }

    /** The campaign that a record is about; null if it is about something else. */
    public static @Nullable String campaign(byte[] key) {
        String text = new String(key, StandardCharsets.UTF_8);
        return text.startsWith(CAMPAIGN) ? text.substring(CAMPAIGN.length()) : null;
    }

    /** The status that workers look at before each claim. */
    public static byte[] write(CampaignStatus status) {
        return write(json().put(STATUS, status.name()));
    }

    /** @throws IllegalArgumentException when it is none, saying why */
    public static CampaignStatus readStatus(byte[] value) {
        String text = read(value).path(STATUS).asText();
        return Stream.of(CampaignStatus.values())
                .filter(status -> status.name().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("status: '" + text + "' is unknown"));
    }

    public static byte[] write(SendingSwitch sending) {
        return write(json().put("on", sending.on())
                .put("clusterId", sending.clusterId())
                .put("by", sending.by())
                .put("reason", sending.reason())
                .put("at", sending.at().toString()));
    }

    /** @throws IllegalArgumentException when it is none, saying why */
    public static SendingSwitch readSwitch(byte[] value) {
        JsonNode json = read(value);
        try {
            return new SendingSwitch(
                    json.path("on").asBoolean(false),
                    json.path("clusterId").asText(),
                    json.path("by").asText(),
                    json.path("reason").asText(),
                    Instant.parse(json.path("at").asText()));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("at: " + e.getMessage(), e);
        }
    }

    /** Stops a delivery up to an attempt. */
    public static byte[] stop(int attempt, String why) {
        return write(json().put("attempt", attempt).put("why", why));
    }

    /** @throws IllegalArgumentException when it is none, saying why */
    public static int stoppedAttempt(byte[] value) {
        JsonNode attempt = read(value).path("attempt");
        if (!attempt.isInt()) {
            throw new IllegalArgumentException("attempt: must be a number");
        }
        return attempt.intValue();
    }

    private static ObjectNode json() {
        return JSON.createObjectNode().put("schema", SCHEMA);
    }

    private static byte[] write(ObjectNode json) {
        try {
            return JSON.writeValueAsBytes(json);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("JSON could not be written", e);
        }
    }

    private static JsonNode read(byte[] value) {
        try {
            JsonNode json = JSON.readTree(value);
            if (!json.path("schema").asText().equals(SCHEMA)) {
                throw new IllegalArgumentException("schema: must be " + SCHEMA);
            }
            return json;
        } catch (IOException e) {
            throw new IllegalArgumentException("not JSON: " + e.getMessage(), e);
        }
    }
}
