package dev.hapax.intake.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** A hash of a member's name, made eight bytes at a time. It only tells names apart; equal hashes are looked at again. */
final class NameHash {

    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private NameHash() {}

    static long of(byte[] bytes, int from, int to) {
        long hash = (long) to - from;
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            hash = mixed(hash ^ (long) EIGHT_BYTES.get(bytes, at));
        }
        long rest = 0;
        for (; at < to; at++) {
            rest = rest << Byte.SIZE | (bytes[at] & 0xFF);
        }
        return mixed(hash ^ rest);
    }

    private static long mixed(long bits) {
        long spread = bits * SPREAD;
        return spread ^ (spread >>> Integer.SIZE);
    }
}
