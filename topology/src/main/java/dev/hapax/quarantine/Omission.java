package dev.hapax.quarantine;

import dev.hapax.domain.Header;
import dev.hapax.domain.Message;
import dev.hapax.wire.HeaderNames;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The parts of a message that are too large to be kept; none of nearly every message. */
public record Omission(Set<Part> parts) {

    /** A part of a message. */
    public enum Part {
        KEY,
        VALUE,
        HEADERS
    }

    /** What the batch around a record takes, and the digests of what is left out. */
    private static final int AROUND_A_RECORD = 1024;

    /** What does not compress grows by less than this share. */
    private static final int GROWTH = 8192;

    /** Leaves out the largest parts until the rest fits. */
    public static Omission of(Message message, int maxRecordBytes) {
        long limit = (long) maxRecordBytes - maxRecordBytes / GROWTH - AROUND_A_RECORD;
        Set<Part> omitted = EnumSet.noneOf(Part.class);
        long size = message.size();
        while (size > Math.max(0, limit) && omitted.size() < Part.values().length) {
            Part largest = largest(message, omitted);
            omitted.add(largest);
            size -= size(message, largest);
        }
        return new Omission(omitted);
    }

    private static Part largest(Message message, Set<Part> omitted) {
        Part largest = null;
        for (Part part : Part.values()) {
            if (!omitted.contains(part) && (largest == null || size(message, part) > size(message, largest))) {
                largest = part;
            }
        }
        if (largest == null) {
            throw new IllegalStateException("every part is left out already");
        }
        return largest;
    }

    private static long size(Message message, Part part) {
        return switch (part) {
            case KEY -> length(message.key());
            case VALUE -> length(message.value());
            case HEADERS -> message.headersSize();
        };
    }

    public Message kept(Message message) {
        return parts.isEmpty()
                ? message
                : new Message(
                        message.at(),
                        message.timestamp(),
                        parts.contains(Part.KEY) ? null : message.key(),
                        parts.contains(Part.VALUE) ? null : message.value(),
                        parts.contains(Part.HEADERS) ? List.of() : message.headers());
    }

    /** What is said of the parts instead of their bytes, by the name of the header. */
    public Map<String, String> said(Message message) {
        Map<String, String> said = new LinkedHashMap<>();
        if (parts.isEmpty()) {
            return said;
        }
        said.put(
                HeaderNames.OMITTED,
                parts.stream().map(part -> part.name().toLowerCase(Locale.ROOT)).collect(Collectors.joining(",")));
        byte[] key = message.key();
        if (parts.contains(Part.KEY) && key != null) {
            said.put(HeaderNames.KEY_BYTES, Integer.toString(key.length));
            said.put(HeaderNames.KEY_SHA256, hex(sha256().digest(key)));
        }
        byte[] value = message.value();
        if (parts.contains(Part.VALUE) && value != null) {
            said.put(HeaderNames.VALUE_BYTES, Integer.toString(value.length));
            said.put(HeaderNames.VALUE_SHA256, hex(sha256().digest(value)));
        }
        if (parts.contains(Part.HEADERS)) {
            said.put(
                    HeaderNames.HEADERS_COUNT,
                    Integer.toString(message.headers().size()));
            said.put(HeaderNames.HEADERS_SHA256, hex(digest(message.headers())));
        }
        return said;
    }

    private static byte[] digest(List<Header> headers) {
        MessageDigest digest = sha256();
        for (Header header : headers) {
            add(digest, header.name().getBytes(StandardCharsets.UTF_8));
            add(digest, header.value());
        }
        return digest.digest();
    }

    private static void add(MessageDigest digest, byte @Nullable [] bytes) {
        digest.update(ByteBuffer.allocate(Integer.BYTES)
                .putInt(bytes == null ? -1 : bytes.length)
                .array());
        if (bytes != null) {
            digest.update(bytes);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static long length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }
}
