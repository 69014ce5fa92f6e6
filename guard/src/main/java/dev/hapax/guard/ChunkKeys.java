package dev.hapax.guard;

import java.nio.ByteBuffer;
import java.util.concurrent.ThreadLocalRandom;

/** Keys for the records of the changelog, no two alike: even a topic that is compacted against our wish keeps them all. */
final class ChunkKeys {

    private final long prefix = ThreadLocalRandom.current().nextLong();
    private long count;

    byte[] next() {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(prefix)
                .putLong(count++)
                .array();
    }
}
