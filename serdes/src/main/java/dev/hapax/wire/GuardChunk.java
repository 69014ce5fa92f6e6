package dev.hapax.wire;

import dev.hapax.domain.ExecutedCommands;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.kafka.common.utils.ByteUtils;

/**
 * A record of the guard's changelog: many entries at once, because a record costs more than what is in it. Version 4:
 * version, stream time, length of a bucket, offset and time of the last command executed, lateness watermark, then for
 * each entry its bucket, key and value, lengths before the latter two. An empty value says that the entry is forgotten.
 */
public final class GuardChunk {

    /** In place of an entry that is forgotten. */
    public static final byte[] FORGOTTEN = {};

    /** Version 1 was a single entry. */
    private static final byte VERSION = 4;

    private static final byte WITHOUT_WATERMARK = 3;
    private static final byte WITHOUT_COMMANDS = 2;
    private static final int HEAD = 1 + 5 * Long.BYTES;
    private static final int HEAD_WITHOUT_WATERMARK = 1 + 4 * Long.BYTES;
    private static final int HEAD_WITHOUT_COMMANDS = 1 + 2 * Long.BYTES;
    private static final int LARGEST_NUMBERS = 10 + 2 * 5;

    private ByteBuffer bytes = ByteBuffer.allocate(1 << 10).position(HEAD);

    /**
     * What a chunk says before its entries: how far things had come when it was written.
     *
     * @param watermark messages older than this, in ms of event time, were too late to be judged at some time
     */
    public record Head(long streamTime, long bucketLength, ExecutedCommands executed, long watermark) {

        /** In place of a watermark where none was written. */
        public static final long NO_WATERMARK = Long.MIN_VALUE;

        public static Head read(ByteBuffer in) {
            return new Head(
                    in.getLong(),
                    in.getLong(),
                    in.hasRemaining() ? new ExecutedCommands(in.getLong(), in.getLong()) : ExecutedCommands.NONE,
                    in.hasRemaining() ? in.getLong() : NO_WATERMARK);
        }

        void write(ByteBuffer out) {
            out.putLong(streamTime)
                    .putLong(bucketLength)
                    .putLong(executed.offset())
                    .putLong(executed.at())
                    .putLong(watermark);
        }

        public byte[] bytes() {
            ByteBuffer out = ByteBuffer.allocate(5 * Long.BYTES);
            write(out);
            return out.array();
        }
    }

    /** A chunk in the changelog, and when it was appended, in ms. */
    public record Logged(byte[] bytes, long at) {}

    /** What is done with the entries of a chunk that is read. */
    @FunctionalInterface
    public interface Entries {
        void entry(long bucket, byte[] key, byte[] value);
    }

    public void add(long bucket, byte[] key, byte[] value) {
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

    public int size() {
        return bytes.position();
    }

    /** The chunk as it is written, and begins a new one. */
    public byte[] take(Head head) {
        byte[] taken = Arrays.copyOf(bytes.array(), bytes.position());
        head.write(ByteBuffer.wrap(taken).put(VERSION));
        bytes.position(HEAD);
        return taken;
    }

    public static Head head(byte[] chunk) {
        return Head.read(ByteBuffer.wrap(chunk, 1, headLength(chunk) - 1));
    }

    /** Hands over every entry of a chunk, in the order they were added. */
    public static void read(byte[] chunk, Entries entries) {
        ByteBuffer in = ByteBuffer.wrap(chunk).position(headLength(chunk));
        while (in.hasRemaining()) {
            entries.entry(ByteUtils.readVarlong(in), counted(in), counted(in));
        }
    }

    private static int headLength(byte[] chunk) {
        return switch (chunk[0]) {
            case VERSION -> HEAD;
            case WITHOUT_WATERMARK -> HEAD_WITHOUT_WATERMARK;
            case WITHOUT_COMMANDS -> HEAD_WITHOUT_COMMANDS;
            default ->
                throw new IllegalStateException(
                        "the guard's changelog has a record of version " + chunk[0] + ", but this Hapax reads up to "
                                + VERSION + ": run the version that wrote it, or a newer one");
        };
    }

    private static byte[] counted(ByteBuffer in) {
        byte[] bytes = new byte[ByteUtils.readVarint(in)];
        in.get(bytes);
        return bytes;
    }
}
