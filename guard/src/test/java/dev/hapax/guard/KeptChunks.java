package dev.hapax.guard;

import dev.hapax.wire.GuardChunk;
import java.util.ArrayList;
import java.util.List;

/** A changelog in memory. Its clock stands still until it is moved. */
final class KeptChunks {

    private final List<GuardChunk.Logged> chunks = new ArrayList<>();
    private long now;

    ChunkLog log() {
        return new ChunkLog(chunk -> chunks.add(new GuardChunk.Logged(chunk, now)), () -> now);
    }

    List<GuardChunk.Logged> all() {
        return chunks;
    }

    List<byte[]> bytes() {
        return chunks.stream().map(GuardChunk.Logged::bytes).toList();
    }

    long now() {
        return now;
    }

    void passes(long millis) {
        now += millis;
    }

    /** What a broker does that keeps records for so long. */
    void expire(long retention) {
        chunks.removeIf(chunk -> chunk.at() < now - retention);
    }
}
