package dev.hapax.operations.verify;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A sorted stretch of a working file, read row by row. */
final class SortedRun {

    private static final int READ_BYTES = 1 << 16;

    private final FileChannel file;
    private final long end;
    private final long[] row;
    private ByteBuffer buffer = ByteBuffer.allocate(0);
    private long position;

    SortedRun(FileChannel file, long start, long end, int width) {
        this.file = file;
        this.position = start;
        this.end = end;
        this.row = new long[width];
    }

    /** The row it stands at; there is one after {@link #advance} has said so. */
    long[] row() {
        return row;
    }

    boolean advance() throws IOException {
        if (!buffer.hasRemaining() && !fill()) {
            return false;
        }
        for (int i = 0; i < row.length; i++) {
            row[i] = buffer.getLong();
        }
        return true;
    }

    private boolean fill() throws IOException {
        if (position == end) {
            buffer = ByteBuffer.allocate(0);
            return false;
        }
        int rowBytes = row.length * Long.BYTES;
        int bytes = (int) Math.min(end - position, (long) Math.max(1, READ_BYTES / rowBytes) * rowBytes);
        if (buffer.capacity() == 0) {
            buffer = ByteBuffer.allocate(bytes);
        }
        buffer.clear().limit(bytes);
        while (buffer.hasRemaining()) {
            int read = file.read(buffer, position);
            if (read < 0) {
                throw new EOFException("it ends at " + position + ", not at " + end);
            }
            position += read;
        }
        buffer.flip();
        return true;
    }
}
