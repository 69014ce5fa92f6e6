package dev.hapax.guard;

import dev.hapax.domain.ExecutedCommands;
import dev.hapax.domain.GuardEntry;
import dev.hapax.domain.GuardWindows;
import dev.hapax.wire.GuardKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The entries of a guard by key, in time buckets that are dropped as a whole. */
public interface EntryStore {

    /** The entry of that key in that bucket. */
    @Nullable
    GuardEntry find(GuardKey key, long bucket);

    /** Keeps an entry; the bucket must not be older than {@link GuardWindows#retention} allows. */
    void put(GuardKey key, long bucket, GuardEntry entry);

    /** Removes all entries of an identity, of every generation and bucket there is, and says what they were. */
    List<GuardEntry> forget(String identity);

    ExecutedCommands executed();

    /** Records how far commands have been executed. */
    void executed(ExecutedCommands commands);

    /** The last stream time that the store was given, or -1. */
    long clock();

    /**
     * The lateness watermark: messages older than this were too late to be judged at some time, under whatever
     * settings, so what was known of them may have been evicted. It never goes back, also when {@code
     * guard.max-lateness} is raised.
     */
    long watermark();

    /** Drops the buckets that have expired by this stream time, which is recorded with the next write. */
    void expire(long streamTime);

    /** Records how far stream time has come, and drops the buckets that have expired by it. */
    void tick(long streamTime);
}
