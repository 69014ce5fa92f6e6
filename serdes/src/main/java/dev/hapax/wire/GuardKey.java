package dev.hapax.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** The bytes an entry is stored under, and their hash. The first byte tells the shapes apart. */
public record GuardKey(byte[] bytes, long hash) {

    private static final int LONGEST_IDENTITY = 64;
    private static final byte PLAIN = 1;
    private static final byte HASHED = 2;
    private static final byte SLOTTED = 4;
    private static final int SLOT_BYTES = Integer.BYTES + Long.BYTES;

    /** The key of a message that came by itself. */
    public static GuardKey of(String identity) {
        return of(shape(identity, (byte) 0, 0));
    }

    /**
     * The key of an entry that may share its bucket with another of the same identity: a replay's, or one of a window
     * shorter than a bucket. The slot, which of the windows since 1970 the event time lies in, keeps them apart.
     */
    public static GuardKey of(String identity, int generation, long slot) {
        byte[] bytes = shape(identity, SLOTTED, SLOT_BYTES);
        ByteBuffer.wrap(bytes, bytes.length - SLOT_BYTES, SLOT_BYTES)
                .putInt(generation)
                .putLong(slot);
        return of(bytes);
    }

    public static GuardKey of(byte[] bytes) {
        return new GuardKey(bytes, hash(bytes));
    }

    /** What the keys of all entries of this identity with a slot begin with, and those of longer identities too. */
    public static byte[] slottedPrefix(String identity) {
        return shape(identity, SLOTTED, 0);
    }

    /** Whether it belongs to the identity of that key, which has no slot. */
    public boolean isOf(GuardKey plain) {
        int end = nameEnd();
        return (bytes[0] & ~SLOTTED) == plain.bytes[0]
                && Arrays.equals(bytes, 1, end, plain.bytes, 1, plain.bytes.length);
    }

    /** The identity, or its hash where it is too long to be kept. */
    public String name() {
        return (bytes[0] & HASHED) != 0
                ? "sha256:" + HexFormat.of().formatHex(bytes, 1, nameEnd())
                : new String(bytes, 1, nameEnd() - 1, StandardCharsets.UTF_8);
    }

    private int nameEnd() {
        return bytes.length - ((bytes[0] & SLOTTED) != 0 ? SLOT_BYTES : 0);
    }

    private static byte[] shape(String identity, byte flags, int room) {
        byte[] name = identity.getBytes(StandardCharsets.UTF_8);
        byte shape = PLAIN;
        if (name.length > LONGEST_IDENTITY) {
            name = sha256(name);
            shape = HASHED;
        }
        byte[] bytes = new byte[1 + name.length + room];
        bytes[0] = (byte) (shape | flags);
        System.arraycopy(name, 0, bytes, 1, name.length);
        return bytes;
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** FNV-1a with a finisher: only a filter's precision depends on it. */
    private static long hash(byte[] bytes) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : bytes) {
            hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
        }
        hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return hash ^ (hash >>> 33);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GuardKey key && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
        return (int) hash;
    }
}
