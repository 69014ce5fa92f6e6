package dev.hapax.operations.quarantine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A value as a person reads it. */
public record Payload(String kind, String text) {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    public static Payload of(byte @Nullable [] value) {
        if (value == null) {
            return new Payload("tombstone", "");
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(value))
                    .toString();
            String json = laidOut(text);
            return json == null ? new Payload("text", text) : new Payload("json", json);
        } catch (CharacterCodingException e) {
            return new Payload("binary", HexView.of(value));
        }
    }

    private static @Nullable String laidOut(String text) {
        try {
            JsonNode node = MAPPER.readTree(text);
            return node.isContainerNode()
                    ? MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node)
                    : null;
        } catch (IOException e) {
            return null;
        }
    }
}
