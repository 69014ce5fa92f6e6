package dev.hapax.domain;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One record of an input topic, kept as the bytes that arrived. A null value is a tombstone, and is kept as one. */
public record Message(
        Coordinates at, long timestamp, byte @Nullable [] key, byte @Nullable [] value, List<Header> headers) {

    /** The value of the last header of that name, as Kafka's own readers take it. */
    public byte @Nullable [] header(String name) {
        for (int i = headers.size() - 1; i >= 0; i--) {
            if (headers.get(i).name().equals(name)) {
                return headers.get(i).value();
            }
        }
        return null;
    }

    public @Nullable String headerText(String name) {
        byte[] bytes = header(name);
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    /** Bytes of key, value and headers together. */
    public long size() {
        long size = length(key) + length(value);
        for (Header header : headers) {
            size += header.name().length() + length(header.value());
        }
        return size;
    }

    private static long length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }
}
