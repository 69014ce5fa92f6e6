package dev.hapax.guard;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.utils.ByteUtils;

/**
 * A record of the guard's changelog: many entries at once, because a record costs more than what is in it. Version 3: version,
 * stream time, length of a bucket, offset and time of the last command executed, then for each entry its bucket, key and value,
 * lengths before the latter two. An empty value says that the entry is forgotten.
 */
final class Chunk {

    /** In place of an entry that is forgotten. */
    static final byte[] FORGOTTEN = {};

    /** Version 1 was a single entry. */
    private static final byte VERSION = 3;

    private static final byte WITHOUT_COMMANDS = 2;
    private static final int HEAD = 1 + 4 * Long.BYTES;
    private static final int HEAD_WITHOUT_COMMANDS = 1 + 2 * Long.BYTES;
    private static final int LARGEST_NUMBERS = 10 + 2 * 5;

    private ByteBuffer bytes = ByteBuffer.allocate(1 << 10).position(HEAD);

    /** What a chunk says before its entries: how far things had come when it was written. */
    record Head(long streamTime, long bucketLength, Executed executed) {}

    /** What is done with the entries of a chunk that is read. */
    @FunctionalInterface
    interface Entries {
        void entry(long bucket, byte[] key, byte[] value);
    }

    void add(long bucket, byte[] key, byte[] value) {
        int room = LARGEST_NUMBERS + key.length + value.length;
        if (bytes.remaining() < room) {
            bytes = ByteBuffer.allocate(2 * bytes.capacity() + room).put(bytes.array(), 0, bytes.position());
        }
        ByteUtils.writeVarlong(bucket, bytes);
        ByteUtils.writeVarint(key.length, bytes);
        bytes.put(key);
        ByteUtils.writeVarint(value.length, bytes);
        bytes.put(value);
    }

    int size() {
        return bytes.position();
    }

    /** The chunk as it is written, and begins a new one. */
    byte[] take(Head head) {
        byte[] taken = Arrays.copyOf(bytes.array(), bytes.position());
        ByteBuffer.wrap(taken)
                .put(VERSION)
                .putLong(head.streamTime)
                .putLong(head.bucketLength)
                .putLong(head.executed.offset())
                .putLong(head.executed.at());
        bytes.position(HEAD);
        return taken;
    }

    static Head head(byte[] chunk) {
        ByteBuffer in = ByteBuffer.wrap(chunk);
        byte version = in.get();
        if (version != VERSION && version != WITHOUT_COMMANDS) {
            throw new IllegalStateException("the guard's changelog has a record of version " + version
                    + ", but this Hapax reads up to " + VERSION + ": run the version that wrote it, or a newer one");
        }
        return new Head(
                in.getLong(),
                in.getLong(),
                version == WITHOUT_COMMANDS ? Executed.NONE : new Executed(in.getLong(), in.getLong()));
    }

    /** Hands over every entry of a chunk, in the order they were added. */
    static void read(byte[] chunk, Entries entries) {
        ByteBuffer in = ByteBuffer.wrap(chunk).position(chunk[0] == WITHOUT_COMMANDS ? HEAD_WITHOUT_COMMANDS : HEAD);
        while (in.hasRemaining()) {
            entries.entry(ByteUtils.readVarlong(in), counted(in), counted(in));
        }
    }

    private static byte[] counted(ByteBuffer in) {
        byte[] bytes = new byte[ByteUtils.readVarint(in)];
        in.get(bytes);
        return bytes;
    }
}
