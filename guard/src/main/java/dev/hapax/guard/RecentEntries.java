package dev.hapax.guard;

import dev.hapax.wire.ChangelogEntries;
import dev.hapax.wire.GuardKey;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The entries written last, some thousands of them. Most duplicates come soon after their original, and are found here at a
 * small part of what the disk costs, even where its blocks are cached. May forget any; the disk has them all.
 */
final class RecentEntries {

    /** Of each of two generations; the older is forgotten when the younger is full. About 2 MB for a partition. */
    private static final int ROOM = 4_096;

    private record Kept(long bucket, byte[] value) {}

    private Map<GuardKey, Kept> young = new HashMap<>();
    private Map<GuardKey, Kept> old = new HashMap<>();

    void put(GuardKey key, long bucket, byte[] value) {
        if (young.size() >= ROOM) {
            Map<GuardKey, Kept> forgotten = old;
            old = young;
            young = forgotten;
            young.clear();
        }
        Kept before = young.put(key, new Kept(bucket, value));
        if (before != null && before.bucket != bucket) {
            // What is lost by this may have replaced what the older generation has.
            old.remove(key);
        }
    }

    /** Shows all of them, in no order; of a key that was written in several buckets, not always each. */
    void forEach(Consumer<ChangelogEntries.Entry> each) {
        young.forEach((key, kept) -> each.accept(new ChangelogEntries.Entry(key, kept.bucket, kept.value)));
        old.forEach((key, kept) -> each.accept(new ChangelogEntries.Entry(key, kept.bucket, kept.value)));
    }

    void clear() {
        young.clear();
        old.clear();
    }

    byte @Nullable [] get(GuardKey key, long bucket) {
        Kept kept = young.get(key);
        if (kept == null || kept.bucket != bucket) {
            // Written in another bucket since: then this one may be in the older generation, or on disk.
            kept = old.get(key);
        }
        return kept == null || kept.bucket != bucket ? null : kept.value;
    }
}
