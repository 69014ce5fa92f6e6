package dev.hapax.guard;

import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Where the chunks of a table go.
 *
 * @param changelog takes every chunk before its entries count as kept
 * @param clock the time by which the broker keeps a chunk, in ms
 */
record ChunkLog(Consumer<byte[]> changelog, LongSupplier clock) {

    void append(byte[] chunk) {
        changelog.accept(chunk);
    }

    long now() {
        return clock.getAsLong();
    }
}
