package dev.hapax.guard;

import dev.hapax.wire.GuardChunk;
import dev.hapax.wire.GuardKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Status;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The guard on disk: RocksDB with a column family for each bucket, which is dropped whole when its time has passed. Without a
 * write-ahead log, since the changelog is one.
 */
final class BucketDatabase implements AutoCloseable {

    private static final byte[] CLOCK = "clock".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LOGGED = "logged".getBytes(StandardCharsets.US_ASCII);
    private static final int WRITE_BUFFER = 16 << 20;
    /** Small, because every bucket of every partition has one at least. */
    private static final int ARENA_BLOCK = 128 << 10;
    /** Buckets live briefly and are read little, so merging their files seldom pays. */
    private static final int FILES_BEFORE_COMPACTION = 12;

    private static final Logger LOG = LoggerFactory.getLogger(BucketDatabase.class);

    private final GuardFolder place;
    private final BloomFilter filter = new BloomFilter();
    private final ColumnFamilyOptions bucketOptions;
    private final DBOptions options;
    private final WriteOptions unlogged = new WriteOptions().setDisableWAL(true);
    private final RocksDB db;
    private final ColumnFamilyHandle meta;
    private final Map<Long, ColumnFamilyHandle> buckets = new TreeMap<>();

    /** @throws DamagedGuardException when what is there is not what was written */
    BucketDatabase(GuardFolder place, RocksMemory memory) {
        this.place = place;
        Path folder = place.folder();
        this.bucketOptions = bucketOptions(memory, filter);
        this.options = new DBOptions()
                .setCreateIfMissing(true)
                .setWriteBufferManager(memory.writeBuffers())
                .setInfoLogLevel(InfoLogLevel.ERROR_LEVEL)
                .setKeepLogFileNum(1)
                // A dropped bucket's files are deleted in the background, not while messages wait.
                .setAvoidUnnecessaryBlockingIO(true);
        try {
            place.requireWhole();
            Files.createDirectories(folder);
            place.unseal();
            List<ColumnFamilyDescriptor> families = families(folder);
            List<ColumnFamilyHandle> handles = new ArrayList<>();
            this.db = RocksDB.open(options, folder.toString(), families, handles);
            this.meta = handles.get(0);
            for (int i = 1; i < handles.size(); i++) {
                buckets.put(bucketNamed(families.get(i).getName()), handles.get(i));
            }
        } catch (IOException e) {
            closeOptions();
            throw new UncheckedIOException("the guard cannot be opened in " + folder, e);
        } catch (RocksDBException e) {
            closeOptions();
            throw failed("opening the guard", e);
        } catch (DamagedGuardException e) {
            closeOptions();
            LOG.warn(e.getMessage());
            throw e;
        }
    }

    private static ColumnFamilyOptions bucketOptions(RocksMemory memory, BloomFilter filter) {
        return new ColumnFamilyOptions()
                .setWriteBufferSize(WRITE_BUFFER)
                .setArenaBlockSize(ARENA_BLOCK)
                .setCompactionStyle(CompactionStyle.UNIVERSAL)
                .setLevel0FileNumCompactionTrigger(FILES_BEFORE_COMPACTION)
                // Entries repeat their topic and label: compression nearly removes them.
                .setCompressionType(CompressionType.LZ4_COMPRESSION)
                .setTableFormatConfig(new BlockBasedTableConfig()
                        .setBlockCache(memory.cache())
                        .setFilterPolicy(filter)
                        // Index and filter blocks count too, because they take memory.
                        .setCacheIndexAndFilterBlocks(true)
                        .setCacheIndexAndFilterBlocksWithHighPriority(true)
                        .setPinTopLevelIndexAndFilter(true));
    }

    private List<ColumnFamilyDescriptor> families(Path folder) throws RocksDBException {
        List<ColumnFamilyDescriptor> families = new ArrayList<>();
        families.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, bucketOptions));
        try (Options plain = new Options()) {
            for (byte[] name : RocksDB.listColumnFamilies(plain, folder.toString())) {
                if (!new String(name, StandardCharsets.US_ASCII).equals("default")) {
                    families.add(new ColumnFamilyDescriptor(name, bucketOptions));
                }
            }
        }
        return families;
    }

    /** The buckets there are, oldest first. */
    Map<Long, ColumnFamilyHandle> buckets() {
        return Collections.unmodifiableMap(buckets);
    }

    ColumnFamilyHandle create(long bucket) {
        try {
            byte[] name = Long.toString(bucket).getBytes(StandardCharsets.US_ASCII);
            ColumnFamilyHandle family = db.createColumnFamily(new ColumnFamilyDescriptor(name, bucketOptions));
            buckets.put(bucket, family);
            return family;
        } catch (RocksDBException e) {
            throw failed("beginning a bucket", e);
        }
    }

    void drop(long bucket) {
        try (ColumnFamilyHandle family = buckets.remove(bucket)) {
            db.dropColumnFamily(family);
        } catch (RocksDBException e) {
            throw failed("dropping a bucket", e);
        }
    }

    byte @Nullable [] get(ColumnFamilyHandle bucket, byte[] key) {
        try {
            return db.get(bucket, key);
        } catch (RocksDBException e) {
            throw failed("reading the guard", e);
        }
    }

    /** How far things had come by the last write, or null when nothing was written yet. */
    GuardChunk.@Nullable Head head() {
        try {
            byte[] bytes = db.get(meta, CLOCK);
            if (bytes == null) {
                return null;
            }
            // Earlier versions wrote less of it.
            return GuardChunk.Head.read(ByteBuffer.wrap(bytes));
        } catch (RocksDBException e) {
            throw failed("reading the guard's clock", e);
        }
    }

    /** When the oldest changelog record of each bucket was appended; empty where an earlier version wrote it. */
    Map<Long, Long> logged() {
        try {
            byte[] bytes = db.get(meta, LOGGED);
            Map<Long, Long> logged = new HashMap<>();
            for (ByteBuffer in = ByteBuffer.wrap(bytes == null ? new byte[0] : bytes); in.hasRemaining(); ) {
                logged.put(in.getLong(), in.getLong());
            }
            return logged;
        } catch (RocksDBException e) {
            throw failed("reading the guard's clock", e);
        }
    }

    Batch batch() {
        return new Batch();
    }

    /** Entries that are written together. */
    final class Batch implements AutoCloseable {

        private final WriteBatch batch = new WriteBatch();

        void put(ColumnFamilyHandle bucket, byte[] key, byte[] value) {
            try {
                batch.put(bucket, key, value);
            } catch (RocksDBException e) {
                throw failed("writing the guard", e);
            }
        }

        void delete(ColumnFamilyHandle bucket, byte[] key) {
            try {
                batch.delete(bucket, key);
            } catch (RocksDBException e) {
                throw failed("writing the guard", e);
            }
        }

        /** Writes since when the buckets rest on their changelog records. */
        void putLogged(LiveBuckets living) {
            ByteBuffer out = ByteBuffer.allocate(living.size() * 2 * Long.BYTES);
            living.forEach(bucket -> out.putLong(bucket.number()).putLong(bucket.loggedAt()));
            try {
                batch.put(meta, LOGGED, out.array());
            } catch (RocksDBException e) {
                throw failed("writing the guard", e);
            }
        }

        void write(GuardChunk.Head head) {
            try {
                batch.put(meta, CLOCK, head.bytes());
                db.write(unlogged, batch);
            } catch (RocksDBException e) {
                throw failed("writing the guard", e);
            }
        }

        @Override
        public void close() {
            batch.close();
        }
    }

    /** All entries of a bucket as it is now; to be closed before the database. */
    RocksIterator scan(ColumnFamilyHandle bucket) {
        return db.newIterator(bucket);
    }

    /**
     * The keys an identity has entries under in a bucket: generations and slots are not known from it. Those of longer
     * identities that begin with it are passed on the way, as many as the steps allow.
     */
    List<GuardKey> keysOf(String identity, ColumnFamilyHandle bucket, ScanBudget steps) {
        GuardKey plain = GuardKey.of(identity);
        List<GuardKey> keys = new ArrayList<>();
        if (get(bucket, plain.bytes()) != null) {
            keys.add(plain);
        }
        byte[] prefix = GuardKey.slottedPrefix(identity);
        try (RocksIterator scan = scan(bucket)) {
            scan.seek(prefix);
            while (scan.isValid() && Arrays.mismatch(scan.key(), prefix) == prefix.length && steps.take()) {
                GuardKey key = GuardKey.of(scan.key());
                if (key.isOf(plain)) {
                    keys.add(key);
                }
                scan.next();
            }
            requireNoFlaw(scan);
        }
        return keys;
    }

    /** About how many entries a bucket has on disk and in the buffers before it. */
    long keys(ColumnFamilyHandle bucket) {
        try {
            return db.getLongProperty(bucket, "rocksdb.estimate-num-keys");
        } catch (RocksDBException e) {
            throw failed("asking for the size of the guard", e);
        }
    }

    /** What all buckets take on disk and in the buffers before it. */
    long bytes() {
        try {
            return db.getAggregatedLongProperty("rocksdb.live-sst-files-size")
                    + db.getAggregatedLongProperty("rocksdb.cur-size-all-mem-tables");
        } catch (RocksDBException e) {
            throw failed("asking for the size of the guard", e);
        }
    }

    /** An iterator that fails ends as if there were no more. */
    void requireNoFlaw(RocksIterator scan) {
        try {
            scan.status();
        } catch (RocksDBException e) {
            throw failed("reading the guard", e);
        }
    }

    /** Brings everything to disk and closes. */
    @Override
    public void close() {
        if (!db.isOwningHandle()) {
            // Closed before. RocksDB does not check that, and would end the process.
            return;
        }
        try (FlushOptions wait = new FlushOptions().setWaitForFlush(true)) {
            List<ColumnFamilyHandle> all = new ArrayList<>(buckets.values());
            all.add(meta);
            db.flush(wait, all);
        } catch (RocksDBException e) {
            throw failed("bringing the guard to disk", e);
        } finally {
            buckets.values().forEach(ColumnFamilyHandle::close);
            meta.close();
            db.close();
            closeOptions();
        }
    }

    private void closeOptions() {
        options.close();
        bucketOptions.close();
        unlogged.close();
        filter.close();
    }

    private static long bucketNamed(byte[] name) {
        return Long.parseLong(new String(name, StandardCharsets.US_ASCII));
    }

    private RuntimeException failed(String what, RocksDBException e) {
        if (!isDamage(e)) {
            return new GuardStorageException(what, place.folder(), e);
        }
        DamagedGuardException damaged = new DamagedGuardException(place.task(), what + " failed: " + e.getMessage(), e);
        LOG.warn(damaged.getMessage());
        return damaged;
    }

    /** A wrong checksum, or a file that is gone. */
    private static boolean isDamage(RocksDBException e) {
        Status status = e.getStatus();
        return status != null
                && (status.getCode() == Status.Code.Corruption
                        || (status.getCode() == Status.Code.IOError
                                && String.valueOf(e.getMessage()).contains("No such file")));
    }
}
