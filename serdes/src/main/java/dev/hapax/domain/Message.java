package dev.hapax.domain;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One record of an input topic, kept as the bytes that arrived. A null value is a tombstone, and is kept as one.
 *
 * @param timestamp the event time, once a source has read it; until then, or where it has none, the time of the record
 */
public record Message(
        Coordinates at, long timestamp, byte @Nullable [] key, byte @Nullable [] value, List<Header> headers) {

    /** Two lengths, as a record writes them at most. */
    private static final long HEADER_OVERHEAD = 10;

    /** The same message with another time. */
    public Message withTimestamp(long time) {
        return new Message(at, time, key, value, headers);
    }

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

    /** Bytes of key, value and headers together, as a record has them at most. */
    public long size() {
        return length(key) + length(value) + headersSize();
    }

    /**
     * Bytes of the headers at most. Each counts for more than its name and value: a record of millions of empty headers is not
     * small.
     */
    public long headersSize() {
        long size = 0;
        for (Header header : headers) {
            size += HEADER_OVERHEAD + utf8Length(header.name()) + length(header.value());
        }
        return size;
    }

    private static long utf8Length(String text) {
        long length = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            // A pair of surrogates is four bytes, two for each half.
            length += c < 0x80 ? 0 : c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
        }
        return length;
    }

    private static long length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }
}
