package dev.hapax.guard;

import java.util.ArrayList;
import java.util.List;

/**
 * The filter of one bucket: a first layer as large as expected, then each four times the one before as it fills. When the
 * memory is used up it answers "maybe" to everything: slower, never wrong.
 */
final class BucketFilter {

    private static final int SMALLEST = 512;
    private static final int LARGEST = 1 << 27;

    private final FilterMemory memory;
    private final List<BloomFilter> layers = new ArrayList<>(2);
    private int capacity;
    private int inLayer;
    private long count;
    private long bytes;
    private boolean overflowed;
    private boolean refused;

    BucketFilter(long expected, FilterMemory memory) {
        this.memory = memory;
        this.capacity = (int) Math.max(SMALLEST, Math.min(expected, LARGEST));
    }

    void add(long hash) {
        count++;
        if (overflowed) {
            return;
        }
        if (layers.isEmpty() || inLayer == capacity) {
            grow();
            if (overflowed) {
                return;
            }
        }
        layers.get(layers.size() - 1).add(hash);
        inLayer++;
    }

    boolean mayContain(long hash) {
        if (overflowed) {
            return true;
        }
        for (int i = layers.size() - 1; i >= 0; i--) {
            if (layers.get(i).mayContain(hash)) {
                return true;
            }
        }
        return false;
    }

    /** Hashes added, the same one twice counted twice. */
    long count() {
        return count;
    }

    boolean overflowed() {
        return overflowed;
    }

    /** Its bucket is gone, and it with it. */
    void release() {
        giveUp();
        if (refused) {
            memory.oneWithoutLess();
            refused = false;
        }
    }

    private void giveUp() {
        memory.giveBack(bytes);
        bytes = 0;
        layers.clear();
        overflowed = true;
    }

    private void grow() {
        if (!layers.isEmpty()) {
            capacity = (int) Math.min(capacity * 4L, LARGEST);
        }
        long wanted = BloomFilter.bytes(capacity);
        if (!memory.take(wanted)) {
            giveUp();
            refused = true;
            memory.oneWithout();
            return;
        }
        bytes += wanted;
        layers.add(new BloomFilter(capacity));
        inLayer = 0;
    }
}
