package dev.hapax.guard;

import dev.hapax.domain.ExecutedCommands;
import dev.hapax.domain.GuardEntry;
import dev.hapax.domain.GuardWindows;
import dev.hapax.guard.GuardStats.Counter;
import dev.hapax.wire.ChangelogEntries;
import dev.hapax.wire.GuardChunk;
import dev.hapax.wire.GuardEntryFormat;
import dev.hapax.wire.GuardKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;

/**
 * The guard's entries of one partition, in buckets that die whole. New entries wait in memory until there are enough of them
 * for a record of the changelog; with that they are written to disk. A filter on the heap spares the look at the disk for
 * nearly every identity that is not there. One task's thread uses it.
 */
final class BucketTable implements EntryStore, AutoCloseable {

    /** About four hundred entries: beyond it a larger record saves nothing. */
    private static final int CHUNK_BYTES = 32 << 10;

    private final GuardWindows windows;
    private final FilterMemory filterMemory;
    private final ChunkLog changelog;
    private final BucketDatabase database;
    private final LiveBuckets buckets = new LiveBuckets();
    private final RecentEntries recent = new RecentEntries();
    private final GuardChunk chunk = new GuardChunk();
    private final FilterWarmUp warmUp;
    private final Renewal renewal;
    private long clock = -1;
    private long loggedClock = -1;
    private long lastLogged = Long.MIN_VALUE;
    private long watermark = GuardChunk.Head.NO_WATERMARK;
    private long dead = Long.MIN_VALUE;
    private long droppedBuckets;
    private long droppedEntries;
    private ExecutedCommands executed = ExecutedCommands.NONE;
    private boolean pending;

    /**
     * @param changelog takes every chunk before its entries count as kept
     * @throws GuardLayoutException when the folder was written with buckets of another length
     */
    BucketTable(
            GuardFolder place,
            GuardWindows windows,
            FilterMemory filterMemory,
            RocksMemory memory,
            ChunkLog changelog) {
        this.windows = windows;
        this.filterMemory = filterMemory;
        this.changelog = changelog;
        this.database = new BucketDatabase(place, memory);
        this.warmUp = new FilterWarmUp(database);
        this.renewal = new Renewal(database, buckets);
        try {
            readClock();
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
        Map<Long, Long> logged = database.logged();
        database.buckets().forEach((number, family) -> {
            // Of a bucket written by an earlier version it is not known. Mostly messages are as old as their records.
            long loggedAt = logged.getOrDefault(number, number * windows.bucket());
            Bucket bucket = new Bucket(number, newFilter(number), family, loggedAt);
            buckets.add(bucket);
            warmUp.add(bucket);
        });
        dropDead();
    }

    private void readClock() {
        GuardChunk.Head written = database.head();
        if (written != null) {
            clock = written.streamTime();
            loggedClock = clock;
            executed = written.executed();
            watermark = written.watermark();
            GuardLayoutException.check(written.bucketLength(), windows.bucket());
        }
    }

    @Override
    public @Nullable GuardEntry find(GuardKey key, long number) {
        Bucket bucket = buckets.get(number);
        if (bucket == null || (warm() && !bucket.filter().mayContain(key.hash()))) {
            return null;
        }
        byte[] bytes = bucket.unwritten().get(key);
        if (bytes == null) {
            bytes = recent.get(key, number);
        }
        if (bytes == null && bucket.family() != null) {
            bytes = database.get(bucket.family(), key.bytes());
        }
        return bytes == null || bytes.length == 0 ? null : GuardEntryFormat.read(bytes);
    }

    @Override
    public void put(GuardKey key, long number, GuardEntry entry) {
        if (number < dead) {
            throw new IllegalStateException("an entry for bucket " + number + ", but all before " + dead + " are gone");
        }
        Bucket bucket = living(number);
        bucket.filter().add(key.hash());
        keep(key, bucket, GuardEntryFormat.write(entry));
    }

    private void keep(GuardKey key, Bucket bucket, byte[] value) {
        bucket.unwritten().put(key, value);
        chunk.add(bucket.number(), key.bytes(), value);
        pending = true;
        if (chunk.size() >= CHUNK_BYTES) {
            flush();
        }
    }

    @Override
    public List<GuardEntry> forget(String identity) {
        List<GuardEntry> forgotten = new ArrayList<>();
        for (ChangelogEntries.Entry found : search().of(identity, ScanBudget.asManyAsItTakes())) {
            forgotten.add(GuardEntryFormat.read(found.value()));
            keep(found.key(), living(found.bucket()), GuardChunk.FORGOTTEN);
        }
        return forgotten;
    }

    @Override
    public ExecutedCommands executed() {
        return executed;
    }

    @Override
    public void executed(ExecutedCommands commands) {
        executed = commands;
        pending = true;
    }

    private Bucket living(long number) {
        Bucket bucket = buckets.get(number);
        if (bucket == null) {
            bucket = new Bucket(number, newFilter(number));
            buckets.add(bucket);
        }
        return bucket;
    }

    /** Sized like the bucket before, with room to spare. */
    private BucketFilter newFilter(long number) {
        Bucket before = buckets.before(number);
        long count = before == null ? 0 : before.filter().count();
        return new BucketFilter(count + count / 4, filterMemory);
    }

    @Override
    public long clock() {
        return clock;
    }

    @Override
    public long watermark() {
        return clock < 0 ? watermark : Math.max(watermark, clock - windows.maxLateness());
    }

    @Override
    public void expire(long streamTime) {
        if (streamTime > clock) {
            clock = streamTime;
            dropDead();
        }
    }

    @Override
    public void tick(long streamTime) {
        if (streamTime > clock) {
            expire(streamTime);
            flush();
        }
    }

    /** Sends what is new to the changelog, then writes it. To be called before every commit. */
    void flush() {
        if (pending || clock != loggedClock) {
            send(changelog.now());
        }
    }

    private void send(long now) {
        changelog.append(chunk.take(head()));
        try (BucketDatabase.Batch batch = database.batch()) {
            buckets.forEach(bucket -> {
                if (!bucket.unwritten().isEmpty()) {
                    bucket.unwritten().forEach((key, value) -> {
                        write(batch, bucket.familyIn(database), key.bytes(), value);
                        recent.put(key, bucket.number(), value);
                    });
                    bucket.unwritten().clear();
                    bucket.logged(now);
                }
            });
            batch.putLogged(buckets);
            batch.write(head());
        }
        lastLogged = now;
        loggedClock = clock;
        pending = false;
    }

    /**
     * Appends to the changelog again what would be missing once the broker has deleted everything that was appended
     * before some time: living entries, so many at most, and how far things have come.
     *
     * @return whether there are more
     */
    boolean renew(long before, int entries) {
        boolean somethingKnown = clock >= 0 || !executed.equals(ExecutedCommands.NONE);
        if (somethingKnown && (lastLogged < before || renewal.due(before))) {
            flush();
            long now = changelog.now();
            renewal.step(before, now, entries, (number, key, value) -> {
                chunk.add(number, key, value);
                if (chunk.size() >= CHUNK_BYTES) {
                    changelog.append(chunk.take(head()));
                }
            });
            send(now);
        }
        return renewal.due(before);
    }

    private static void write(BucketDatabase.Batch batch, ColumnFamilyHandle family, byte[] key, byte[] value) {
        if (value.length == 0) {
            batch.delete(family, key);
        } else {
            batch.put(family, key, value);
        }
    }

    private GuardChunk.Head head() {
        return new GuardChunk.Head(clock, windows.bucket(), executed, watermark());
    }

    /**
     * Takes in chunks from the changelog. Their latest time first, so that what has died since is not even written.
     * Another instance has written them, so the entries that this one wrote last may be out of date.
     */
    void restore(Collection<GuardChunk.Logged> chunks) {
        forgetRecent();
        for (GuardChunk.Logged logged : chunks) {
            GuardChunk.Head head = GuardChunk.head(logged.bytes());
            GuardLayoutException.check(head.bucketLength(), windows.bucket());
            clock = Math.max(clock, head.streamTime());
            executed = executed.or(head.executed());
            watermark = Math.max(watermark, head.watermark());
        }
        loggedClock = clock;
        dropDead();
        for (GuardChunk.Logged logged : chunks) {
            try (BucketDatabase.Batch batch = database.batch()) {
                GuardChunk.read(logged.bytes(), (number, key, value) -> {
                    if (number >= dead) {
                        Bucket bucket = living(number);
                        bucket.logged(logged.at());
                        bucket.filter().add(GuardKey.of(key).hash());
                        write(batch, bucket.familyIn(database), key, value);
                    }
                });
                batch.putLogged(buckets);
                batch.write(head());
            }
        }
    }

    /** From now on somebody else may write to the changelog. */
    void forgetRecent() {
        if (pending) {
            throw new IllegalStateException("the guard has entries that were not sent to its changelog");
        }
        recent.clear();
        lastLogged = Long.MIN_VALUE;
    }

    private void dropDead() {
        if (clock < 0) {
            return;
        }
        dead = Math.max(dead, windows.bucketOf(clock - windows.retention()));
        buckets.dropBefore(dead, bucket -> {
            droppedBuckets++;
            droppedEntries += bucket.filter().count();
            bucket.filter().release();
            warmUp.drop(bucket);
            renewal.drop(bucket);
            if (bucket.family() != null) {
                database.drop(bucket.number());
            }
        });
    }

    /** Adds up to that many keys from disk to the filters, and returns whether there are more. */
    boolean warmUp(int keys) {
        return warmUp.step(keys);
    }

    /** For queries from outside the stream. */
    TableSearch search() {
        return new TableSearch(buckets, recent, database);
    }

    /** Its numbers at that stream time, without reading the disk. */
    GuardStats facts(String task, long streamTime) {
        Counter count = new Counter(database, warm(), windows, streamTime);
        buckets.forEach(count::add);
        // Before its first tick there is no clock to be behind.
        return count.facts(task, clock < 0 ? 0 : Math.max(0, streamTime - clock));
    }

    int living() {
        return buckets.size();
    }

    /** How many entries the living buckets have taken in since they are known. */
    long entries() {
        long[] entries = new long[1];
        buckets.forEach(bucket -> entries[0] += bucket.filter().count());
        return entries[0];
    }

    long droppedBuckets() {
        return droppedBuckets;
    }

    /** How many entries the dropped buckets had, as {@link #entries} counts them. */
    long droppedEntries() {
        return droppedEntries;
    }

    boolean warm() {
        return warmUp.done();
    }

    /** Brings what has been flushed to disk and gives back all memory. What has not been flushed is forgotten. */
    @Override
    public void close() {
        warmUp.close();
        buckets.forEach(bucket -> bucket.filter().release());
        database.close();
    }
}
