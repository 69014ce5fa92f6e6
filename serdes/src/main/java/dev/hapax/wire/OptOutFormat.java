package dev.hapax.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.time.Instant;

/** Records of the topic of suppressed addresses, schema {@code hapax.suppression/1}: who put the address there, when and why. */
public final class OptOutFormat {

    private static final String SCHEMA = "hapax.suppression/1";
    private static final int LONGEST_REASON = 1_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    private OptOutFormat() {}

    /** @throws IllegalArgumentException if the reason is too long */
    public static byte[] write(String by, Instant at, String reason) {
        if (reason.length() > LONGEST_REASON) {
            throw new IllegalArgumentException(
                    "reason: has " + reason.length() + " characters; must have at most " + LONGEST_REASON);
        }
        try {
            return JSON.writeValueAsBytes(JSON.createObjectNode()
                    .put("schema", SCHEMA)
                    .put("by", by)
                    .put("at", at.toString())
                    .put("reason", reason));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("JSON could not be written", e);
        }
    }
}
