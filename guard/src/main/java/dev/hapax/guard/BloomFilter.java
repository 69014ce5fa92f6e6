package dev.hapax.guard;

/**
 * Remembers hashes approximately: never forgets one, and takes about one in a hundred strangers for known. Each hash
 * touches one block of eight words, so a lookup costs one cache line.
 */
final class BloomFilter {

    private static final int BITS_PER_KEY = 12;
    private static final int BLOCK_WORDS = 8;
    private static final int BLOCK_BITS = BLOCK_WORDS * Long.SIZE;
    private static final int PROBES = 7;

    private final long[] words;
    private final int blocks;

    BloomFilter(int capacity) {
        this.blocks = blocks(capacity);
        this.words = new long[blocks * BLOCK_WORDS];
    }

    static long bytes(int capacity) {
        return (long) blocks(capacity) * BLOCK_WORDS * Long.BYTES;
    }

    private static int blocks(int capacity) {
        long blocks = ((long) capacity * BITS_PER_KEY + BLOCK_BITS - 1) / BLOCK_BITS;
        return Math.toIntExact(Math.max(1, Math.min(blocks, Integer.MAX_VALUE / BLOCK_WORDS / 2)));
    }

    void add(long hash) {
        int base = base(hash);
        int bit = (int) hash;
        int step = step(hash);
        for (int i = 0; i < PROBES; i++) {
            words[base + ((bit >>> 6) & (BLOCK_WORDS - 1))] |= 1L << bit;
            bit += step;
        }
    }

    boolean mayContain(long hash) {
        int base = base(hash);
        int bit = (int) hash;
        int step = step(hash);
        for (int i = 0; i < PROBES; i++) {
            if ((words[base + ((bit >>> 6) & (BLOCK_WORDS - 1))] & (1L << bit)) == 0) {
                return false;
            }
            bit += step;
        }
        return true;
    }

    /** The upper half of the hash, spread over the blocks without a division. */
    private int base(long hash) {
        return (int) (((hash >>> 32) * blocks) >>> 32) * BLOCK_WORDS;
    }

    /** Odd, so that the probes of one hash fall on different bits. */
    private static int step(long hash) {
        return ((int) (hash >>> 9) & (BLOCK_BITS - 1)) | 1;
    }
}
