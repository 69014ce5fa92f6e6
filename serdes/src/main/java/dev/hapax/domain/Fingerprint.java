package dev.hapax.domain;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/** Hash of the content that must not change under one identity: the first 16 bytes of a SHA-256. */
public record Fingerprint(long high, long low) {

    public static final int BYTES = 16;

    /** Takes the first 16 bytes of a digest. */
    public static Fingerprint of(byte[] digest) {
        ByteBuffer buffer = ByteBuffer.wrap(digest);
        return new Fingerprint(buffer.getLong(), buffer.getLong());
    }

    public static Fingerprint parse(String hex) {
        return of(HexFormat.of().parseHex(hex));
    }

    /** As hexadecimal digits. */
    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(high) + hex.toHexDigits(low);
    }
}
