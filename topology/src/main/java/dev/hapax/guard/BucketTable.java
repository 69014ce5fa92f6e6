package dev.hapax.guard;

import dev.hapax.domain.GuardEntry;
import dev.hapax.wire.GuardEntryFormat;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksIterator;

/**
 * The guard's entries of one partition, in buckets that die whole. New entries wait in memory until there are enough of them
 * for a record of the changelog; with that they are written to disk. A filter on the heap spares the look at the disk for
 * nearly every identity that is not there. One task's thread uses it.
 */
final class BucketTable implements GuardStore, AutoCloseable {

    /** About four hundred entries: beyond it a larger record saves nothing. */
    private static final int CHUNK_BYTES = 32 << 10;

    private final Windows windows;
    private final FilterMemory filterMemory;
    private final Consumer<byte[]> changelog;
    private final BucketDatabase database;
    private final LivingBuckets buckets = new LivingBuckets();
    private final RecentEntries recent = new RecentEntries();
    private final Chunk chunk = new Chunk();
    private final Deque<Bucket> toScan = new ArrayDeque<>();
    private @Nullable RocksIterator scan;
    private long clock = -1;
    private long loggedClock = -1;
    private long dead = Long.MIN_VALUE;
    private long droppedBuckets;
    private long droppedEntries;
    private Executed executed = Executed.NONE;
    private boolean pending;

    /**
     * @param changelog takes every chunk before its entries count as kept
     * @throws GuardLayoutException when the folder was written with buckets of another length
     */
    BucketTable(
            GuardPlace place,
            Windows windows,
            FilterMemory filterMemory,
            RocksMemory memory,
            Consumer<byte[]> changelog) {
        this.windows = windows;
        this.filterMemory = filterMemory;
        this.changelog = changelog;
        this.database = new BucketDatabase(place, memory);
        try {
            readClock();
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
        database.buckets().forEach((number, family) -> {
            Bucket bucket = new Bucket(number, family, newFilter(number));
            buckets.add(bucket);
            toScan.add(bucket);
        });
        dropDead();
    }

    private void readClock() {
        Chunk.Head written = database.head();
        if (written != null) {
            clock = written.streamTime();
            loggedClock = clock;
            executed = written.executed();
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
        if (bytes == null) {
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
        for (ChangelogEntries.Entry found : search().of(identity, Steps.asManyAsItTakes())) {
            forgotten.add(GuardEntryFormat.read(found.value()));
            keep(found.key(), living(found.bucket()), Chunk.FORGOTTEN);
        }
        return forgotten;
    }

    @Override
    public Executed executed() {
        return executed;
    }

    @Override
    public void executed(Executed commands) {
        executed = commands;
        pending = true;
    }

    private Bucket living(long number) {
        Bucket bucket = buckets.get(number);
        if (bucket == null) {
            bucket = new Bucket(number, database.create(number), newFilter(number));
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
    public void tick(long streamTime) {
        if (streamTime <= clock) {
            return;
        }
        clock = streamTime;
        flush();
        dropDead();
    }

    /** Sends what is new to the changelog, then writes it. To be called before every commit. */
    void flush() {
        if (!pending && clock == loggedClock) {
            return;
        }
        changelog.accept(chunk.take(head()));
        try (BucketDatabase.Batch batch = database.batch()) {
            buckets.forEach(bucket -> {
                if (!bucket.unwritten().isEmpty()) {
                    bucket.unwritten().forEach((key, value) -> {
                        write(batch, bucket, key.bytes(), value);
                        recent.put(key, bucket.number(), value);
                    });
                    bucket.unwritten().clear();
                }
            });
            batch.write(head());
        }
        loggedClock = clock;
        pending = false;
    }

    private static void write(BucketDatabase.Batch batch, Bucket bucket, byte[] key, byte[] value) {
        if (value.length == 0) {
            batch.delete(bucket.family(), key);
        } else {
            batch.put(bucket.family(), key, value);
        }
    }

    private Chunk.Head head() {
        return new Chunk.Head(clock, windows.bucket(), executed);
    }

    /** Takes in chunks from the changelog. Their latest time first, so that what has died since is not even written. */
    void restore(Collection<byte[]> chunks) {
        for (byte[] bytes : chunks) {
            Chunk.Head head = Chunk.head(bytes);
            GuardLayoutException.check(head.bucketLength(), windows.bucket());
            clock = Math.max(clock, head.streamTime());
            executed = executed.or(head.executed());
        }
        loggedClock = clock;
        dropDead();
        for (byte[] bytes : chunks) {
            try (BucketDatabase.Batch batch = database.batch()) {
                Chunk.read(bytes, (number, key, value) -> {
                    if (number >= dead) {
                        Bucket bucket = living(number);
                        bucket.filter().add(GuardKey.of(key).hash());
                        write(batch, bucket, key, value);
                    }
                });
                batch.write(head());
            }
        }
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
            if (bucket == toScan.peek()) {
                stopScan();
            }
            toScan.remove(bucket);
            database.drop(bucket.number());
        });
    }

    /**
     * Adds keys that were on disk already to the filters, so many at most, and says whether there are more to add. Until all
     * are added every filter says "maybe": one that has not seen a key would let its duplicate through.
     */
    boolean warmUp(int keys) {
        for (int i = 0; i < keys && !warm(); i++) {
            if (scan == null) {
                scan = database.scan(toScan.element().family());
                scan.seekToFirst();
            }
            if (scan.isValid()) {
                toScan.element().filter().add(GuardKey.of(scan.key()).hash());
                scan.next();
            } else {
                database.requireNoFlaw(scan);
                stopScan();
                toScan.remove();
            }
        }
        return !warm();
    }

    /** For what is asked beside the messages. */
    TableSearch search() {
        return new TableSearch(buckets, recent, database);
    }

    /** How it stands when the guard's time has come so far, from numbers that are there already. */
    GuardFacts facts(String task, long streamTime) {
        List<GuardFacts.Span> spans = new ArrayList<>();
        long alive = windows.bucketOf(streamTime - windows.retention());
        long[] entries = new long[1];
        long[] expired = new long[1];
        long[] oldest = {-1};
        buckets.forEach(bucket -> {
            // A filter that is not warm has not seen all of its bucket.
            long count = warm()
                    ? bucket.filter().count()
                    : database.keys(bucket.family()) + bucket.unwritten().size();
            long from = bucket.number() * windows.bucket();
            spans.add(new GuardFacts.Span(from, from + windows.bucket(), count));
            entries[0] += count;
            expired[0] += bucket.number() < alive ? count : 0;
            oldest[0] = oldest[0] < 0 && count > 0 ? from : oldest[0];
        });
        // Before its first tick there is no clock to be behind.
        long evictionLag = clock < 0 ? 0 : Math.max(0, streamTime - clock);
        return new GuardFacts(
                task, entries[0], database.bytes(), oldest[0], expired[0], evictionLag, List.copyOf(spans));
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
        return toScan.isEmpty();
    }

    private void stopScan() {
        if (scan != null) {
            scan.close();
            scan = null;
        }
    }

    /** Brings what has been flushed to disk and gives back all memory. What has not been flushed is forgotten. */
    @Override
    public void close() {
        stopScan();
        buckets.forEach(bucket -> bucket.filter().release());
        database.close();
    }
}
