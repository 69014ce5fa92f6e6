package dev.hapax.operations;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Sorts rows of numbers on disk. It sorts chunks in memory, appends them to one file, and merges them when they are read. The heap
 * contains one chunk, whatever the number of rows. Not thread-safe.
 */
public final class RowSorter implements AutoCloseable {

    /** Some 15 MB of heap. */
    public static final int CHUNK = 1 << 18;

    private static final int PROGRESS_EVERY = 4096;
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
    public RowSorter(Path path, int width, int keys, int chunkRows) {
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

    /** Receives each row. The array is reused for the next one. */
    @FunctionalInterface
    public interface Visitor {
        void visit(long[] row);
    }

    public void add(long[] row) {
        System.arraycopy(row, 0, chunk, filled * width, width);
        filled++;
        size++;
        if (filled == chunkRows) {
            spill();
        }
    }

    public long size() {
        return size;
    }

    /** Shows every row, smallest first. Nothing can be added afterwards. */
    public void forEach(String what, Progress progress, Visitor visitor) {
        spill();
        long shown = 0;
        PriorityQueue<SortedRun> next = new PriorityQueue<>((a, b) -> compare(a.row(), 0, b.row(), 0));
        try {
            for (SortedRun run : runs) {
                if (run.advance()) {
                    next.add(run);
                }
            }
            for (SortedRun run = next.poll(); run != null; run = next.poll()) {
                visitor.visit(run.row());
                shown++;
                if (shown % PROGRESS_EVERY == 0) {
                    progress.at(what, shown, size);
                }
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

    /** Stable merge sort of row numbers; the rows themselves do not move. */
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

    /** A sorted part of the file, read row by row. */
    static final class SortedRun {

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

        /** The current row, if {@link #advance} has returned true. */
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
}
