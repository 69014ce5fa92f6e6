package dev.hapax.topology;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Header;
import dev.hapax.domain.Reason;
import dev.hapax.wire.DecisionSerde;
import dev.hapax.wire.HeaderNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A record Hapax wrote, as its readers see it. */
public record Published(byte @Nullable [] key, byte @Nullable [] value, List<Header> headers, Instant time) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The record key as text; the identity, everywhere but in quarantine. */
    public @Nullable String keyText() {
        return key == null ? null : new String(key, StandardCharsets.UTF_8);
    }

    public @Nullable String valueText() {
        return value == null ? null : new String(value, StandardCharsets.UTF_8);
    }

    public Decision decision() {
        return DecisionSerde.read(Objects.requireNonNull(value));
    }

    public String label() {
        return json("/label");
    }

    /** What the value says at a JSON pointer, as text; empty where it says nothing. */
    public String json(String pointer) {
        return json().at(pointer).asText();
    }

    public JsonNode json() {
        try {
            return JSON.readTree(Objects.requireNonNull(value));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public @Nullable String identity() {
        return header(HeaderNames.IDENTITY);
    }

    public Reason reason() {
        return Reason.valueOf(Objects.requireNonNull(header(HeaderNames.REASON)));
    }

    public String explanation() {
        return Objects.requireNonNull(header(HeaderNames.ERROR_MESSAGE));
    }

    /** The last header of that name, as text. */
    public @Nullable String header(String name) {
        String found = null;
        for (Header header : headers) {
            byte[] bytes = header.value();
            if (header.name().equals(name)) {
                found = bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
            }
        }
        return found;
    }

    public List<String> headerNames() {
        return headers.stream().map(Header::name).toList();
    }
}
