package dev.hapax.intake.canonical;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The strict reading of UTF-8: no overlong forms, no surrogates, nothing cut short. Parsers and decoders let these pass. */
public final class Utf8 {

    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long HIGH_BITS = 0x8080808080808080L;

    private Utf8() {}

    /** The index of the first byte that is not valid UTF-8; -1 if all are. */
    public static int firstFlaw(byte[] bytes) {
        int at = 0;
        int end = bytes.length;
        while (at < end) {
            if (at + Long.BYTES <= end && ((long) EIGHT_BYTES.get(bytes, at) & HIGH_BITS) == 0) {
                at += Long.BYTES;
            } else if (bytes[at] >= 0) {
                at++;
            } else {
                int length = lengthOfCharacter(bytes, at);
                if (length == 0) {
                    return at;
                }
                at += length;
            }
        }
        return -1;
    }

    /** What is wrong, for an error message. */
    public static String flaw(byte[] bytes, int at) {
        return "byte 0x%02X at position %d is not UTF-8".formatted(bytes[at] & 0xFF, at);
    }

    private static int lengthOfCharacter(byte[] bytes, int at) {
        int first = bytes[at] & 0xFF;
        if (first < 0xC2 || first > 0xF4) {
            return 0;
        }
        int length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
        if (at + length > bytes.length) {
            return 0;
        }
        for (int i = 1; i < length; i++) {
            if ((bytes[at + i] & 0xC0) != 0x80) {
                return 0;
            }
        }
        int second = bytes[at + 1] & 0xFF;
        boolean overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
        boolean surrogate = first == 0xED && second > 0x9F;
        boolean beyondUnicode = first == 0xF4 && second > 0x8F;
        return overlong || surrogate || beyondUnicode ? 0 : length;
    }
}
