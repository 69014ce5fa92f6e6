package dev.hapax.wire;

import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Fingerprint;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.ByteUtils;
import org.jspecify.annotations.Nullable;

/** The few shapes our binary formats are made of: lengths and numbers as varints, text as UTF-8. */
final class Binary {

    private Binary() {}

    static int sizeOf(byte @Nullable [] bytes) {
        return bytes == null ? 1 : ByteUtils.sizeOfVarint(bytes.length) + bytes.length;
    }

    /** A length of -1 stands for null. */
    static void put(ByteBuffer out, byte @Nullable [] bytes) {
        if (bytes == null) {
            ByteUtils.writeVarint(-1, out);
        } else {
            ByteUtils.writeVarint(bytes.length, out);
            out.put(bytes);
        }
    }

    static byte @Nullable [] bytes(ByteBuffer in) {
        int length = ByteUtils.readVarint(in);
        if (length < 0) {
            return null;
        }
        if (length > in.remaining()) {
            throw new IllegalArgumentException("length " + length + " exceeds the " + in.remaining() + " bytes left");
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String text(ByteBuffer in) {
        byte[] bytes = bytes(in);
        if (bytes == null) {
            throw new IllegalArgumentException("text is missing");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    static int sizeOf(Coordinates at, byte[] topic) {
        return sizeOf(topic) + ByteUtils.sizeOfVarint(at.partition()) + ByteUtils.sizeOfVarlong(at.offset());
    }

    static void put(ByteBuffer out, Coordinates at, byte[] topic) {
        put(out, topic);
        ByteUtils.writeVarint(at.partition(), out);
        ByteUtils.writeVarlong(at.offset(), out);
    }

    static Coordinates coordinates(ByteBuffer in) {
        return new Coordinates(text(in), ByteUtils.readVarint(in), ByteUtils.readVarlong(in));
    }

    static void put(ByteBuffer out, Fingerprint fingerprint) {
        out.putLong(fingerprint.high()).putLong(fingerprint.low());
    }

    static Fingerprint fingerprint(ByteBuffer in) {
        return new Fingerprint(in.getLong(), in.getLong());
    }
}
