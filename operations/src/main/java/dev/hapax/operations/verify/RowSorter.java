package dev.hapax.operations.verify;

import dev.hapax.operations.OperationException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Sorts rows of numbers on disk: chunks are sorted in memory, written one behind the other into one file, and merged when they
 * are read. The heap holds one chunk, whatever the number of rows. One thread uses it.
 */
final class RowSorter implements AutoCloseable {

    /** A few hundred thousand rows: some 15 MB of heap. */
    static final int CHUNK = 1 << 18;

    private static final int WRITE_BYTES = 1 << 18;

    private final Path path;
    private final FileChannel file;
    private final int width;
    private final int keys;
    private final long[] chunk;
    private final int chunkRows;
    private final List<SortedRun> runs = new ArrayList<>();
    private int filled;
    private long size;

    /**
     * @param path of a file that does not exist yet and is removed at the end
     * @param width numbers in a row
     * @param keys how many of them, from the first on, rows are sorted by
     */
    RowSorter(Path path, int width, int keys, int chunkRows) {
        this.path = path;
        this.width = width;
        this.keys = keys;
        this.chunkRows = chunkRows;
        this.chunk = new long[chunkRows * width];
        try {
            this.file = FileChannel.open(
                    path,
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.DELETE_ON_CLOSE);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Is shown each row; the array is used again for the next. */
    @FunctionalInterface
    interface Visitor {
        void visit(long[] row);
    }

    void add(long[] row) {
        System.arraycopy(row, 0, chunk, filled * width, width);
        filled++;
        size++;
        if (filled == chunkRows) {
            spill();
        }
    }

    long size() {
        return size;
    }

    /** Shows every row, smallest first. Nothing can be added afterwards. */
    void forEach(Visitor visitor) {
        spill();
        PriorityQueue<SortedRun> next = new PriorityQueue<>((a, b) -> compare(a.row(), 0, b.row(), 0));
        try {
            for (SortedRun run : runs) {
                if (run.advance()) {
                    next.add(run);
                }
            }
            for (SortedRun run = next.poll(); run != null; run = next.poll()) {
                visitor.visit(run.row());
                if (run.advance()) {
                    next.add(run);
                }
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private void spill() {
        if (filled == 0) {
            return;
        }
        int[] order = order();
        ByteBuffer buffer = ByteBuffer.allocate(Math.max(1, WRITE_BYTES / (width * Long.BYTES)) * width * Long.BYTES);
        try {
            long start = file.size();
            long at = start;
            for (int row : order) {
                for (int i = 0; i < width; i++) {
                    buffer.putLong(chunk[row * width + i]);
                }
                if (!buffer.hasRemaining()) {
                    at = write(buffer, at);
                }
            }
            long end = write(buffer, at);
            runs.add(new SortedRun(file, start, end, width));
        } catch (IOException e) {
            throw failed(e);
        }
        filled = 0;
    }

    private long write(ByteBuffer buffer, long position) throws IOException {
        long at = position;
        buffer.flip();
        while (buffer.hasRemaining()) {
            at += file.write(buffer, at);
        }
        buffer.clear();
        return at;
    }

    /** Merge sort of row numbers: rows stay where they are, and equal ones in the order they came. */
    private int[] order() {
        int[] order = new int[filled];
        int[] merged = new int[filled];
        for (int i = 0; i < filled; i++) {
            order[i] = i;
        }
        for (int step = 1; step < filled; step *= 2) {
            for (int start = 0; start < filled; start += 2 * step) {
                merge(order, merged, start, Math.min(start + step, filled), Math.min(start + 2 * step, filled));
            }
            int[] sorted = merged;
            merged = order;
            order = sorted;
        }
        return order;
    }

    private void merge(int[] from, int[] to, int start, int middle, int end) {
        int left = start;
        int right = middle;
        for (int i = start; i < end; i++) {
            boolean takeLeft = right == end
                    || (left < middle && compare(chunk, from[left] * width, chunk, from[right] * width) <= 0);
            to[i] = takeLeft ? from[left++] : from[right++];
        }
    }

    private int compare(long[] a, int atA, long[] b, int atB) {
        for (int i = 0; i < keys; i++) {
            int order = Long.compare(a[atA + i], b[atB + i]);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private OperationException failed(IOException e) {
        return new OperationException(
                "working file " + path + " failed: " + e.getMessage()
                        + "; make room there, or choose another folder with HAPAX_JAVA_OPTS=-Djava.io.tmpdir=DIR",
                e);
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw failed(e);
        }
    }
}
