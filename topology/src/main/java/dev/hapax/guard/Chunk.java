package dev.hapax.guard;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.utils.ByteUtils;

/**
 * A record of the guard's changelog: many entries at once, because a record costs more than what is in it. Version 2: version,
 * stream time, length of a bucket, then for each entry its bucket, key and value, lengths before the latter two.
 */
final class Chunk {

    /** Version 1 was a single entry. */
    private static final byte VERSION = 2;

    private static final int HEAD = 1 + 2 * Long.BYTES;
    private static final int LARGEST_NUMBERS = 10 + 2 * 5;

    private ByteBuffer bytes = ByteBuffer.allocate(1 << 10).position(HEAD);

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
    byte[] take(long streamTime, long bucketLength) {
        byte[] taken = Arrays.copyOf(bytes.array(), bytes.position());
        ByteBuffer.wrap(taken).put(VERSION).putLong(streamTime).putLong(bucketLength);
        bytes.position(HEAD);
        return taken;
    }

    /**
     * At which stream time a chunk was written.
     *
     * @throws GuardLayoutException when it was written with buckets of another length
     */
    static long streamTime(byte[] chunk, long bucketLength) {
        ByteBuffer in = ByteBuffer.wrap(chunk);
        byte version = in.get();
        if (version != VERSION) {
            throw new IllegalStateException("the guard's changelog has a record of version " + version
                    + ", but this Hapax reads up to " + VERSION + ": run the version that wrote it, or a newer one");
        }
        long streamTime = in.getLong();
        GuardLayoutException.check(in.getLong(), bucketLength);
        return streamTime;
    }

    /** Hands over every entry of a chunk, in the order they were added. */
    static void read(byte[] chunk, Entries entries) {
        ByteBuffer in = ByteBuffer.wrap(chunk).position(HEAD);
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
