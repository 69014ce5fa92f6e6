package dev.hapax.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.common.utils.ByteUtils;
import org.jspecify.annotations.Nullable;

/**
 * Reads text that many records repeat, such as the name of a topic, without making a new string for each of them. Safe for many
 * threads: entries are immutable, and a lost write only means that a string is made once more.
 */
final class RepeatedText {

    /** A power of two, well above the topics, labels and rules that one stream has in use at a time. */
    private static final int SLOTS = 256;

    /** Longer text is made anew each time, so that what is kept stays small. */
    private static final int LONGEST = 256;

    private final @Nullable Entry[] entries = new Entry[SLOTS];

    /** Reads text as {@link Binary#put} wrote it. */
    String read(ByteBuffer in) {
        int length = ByteUtils.readVarint(in);
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException("text of length " + length + ", but " + in.remaining() + " bytes left");
        }
        byte[] bytes = in.array();
        int from = in.arrayOffset() + in.position();
        int to = from + length;
        in.position(in.position() + length);
        if (length > LONGEST) {
            return new String(bytes, from, length, StandardCharsets.UTF_8);
        }
        int slot = slot(bytes, from, length);
        Entry known = entries[slot];
        if (known != null && Arrays.equals(known.bytes, 0, known.bytes.length, bytes, from, to)) {
            return known.text;
        }
        Entry entry =
                new Entry(Arrays.copyOfRange(bytes, from, to), new String(bytes, from, length, StandardCharsets.UTF_8));
        entries[slot] = entry;
        return entry.text;
    }

    /** Names in use at the same time differ in length, or near their beginning, middle or end. */
    private static int slot(byte[] bytes, int from, int length) {
        if (length == 0) {
            return 0;
        }
        int hash = length;
        hash = hash * 31 + bytes[from];
        hash = hash * 31 + bytes[from + length / 2];
        hash = hash * 31 + bytes[from + length - 1];
        return hash & (SLOTS - 1);
    }

    private record Entry(byte[] bytes, String text) {}
}
