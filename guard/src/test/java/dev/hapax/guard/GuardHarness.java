package dev.hapax.guard;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.commit.ThreadTransactions;
import dev.hapax.domain.Arrival;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.GuardEntry;
import dev.hapax.domain.GuardWindows;
import dev.hapax.domain.Judgement;
import dev.hapax.domain.Message;
import dev.hapax.wire.GuardChunk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.TaskId;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * A guard on its real store, RocksDB and all, driven by hand as a task would: what is admitted is remembered, what has expired is
 * evicted, and the changelog is what was committed.
 */
final class GuardHarness implements AutoCloseable {

    private static final String TOPIC = "messages";
    private static final Judgement JUDGEMENT = new Judgement("other", false, 0, "", "default");

    private GuardWindows windows;
    private final int warmUpStep;
    private final boolean refresh;
    private static final TopicPartition CHANGELOG = new TopicPartition("hapax-guard-changelog", 0);

    private final Path root;
    private final RocksMemory memory = new RocksMemory(16 << 20);
    private final FilterMemory filterMemory = new FilterMemory(64 << 20);
    private final List<GuardChunk.Logged> committed = new ArrayList<>();
    private final KeptChunks uncommitted = new KeptChunks();
    private CommitState commitState;
    private BucketTable table;
    private Guard guard;
    private Path folder;
    private int folders;
    private long offset;
    private long streamTime = -1;
    private long evicted = -1;

    GuardHarness(GuardWindows windows, int warmUpStep, boolean refresh) {
        this.windows = windows;
        this.warmUpStep = warmUpStep;
        this.refresh = refresh;
        try {
            this.root = Files.createTempDirectory("guard");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.folder = newFolder();
        // Another test may have left a transaction that is committed.
        ThreadTransactions.ofThisThread().began();
        this.commitState = new CommitState(List.of(), true);
        this.table = open();
        this.guard = new Guard(table, windows);
    }

    static GuardHarness of(GuardWindows windows) {
        return new GuardHarness(windows, 10_000, false);
    }

    /** A guard that is evicted seldom: any number of messages may come between two punctuations. */
    static GuardHarness evictingSeldom(GuardWindows windows) {
        GuardHarness harness = of(windows);
        harness.evicted = Long.MAX_VALUE - windows.tick();
        return harness;
    }

    private BucketTable open() {
        GuardFolder place = new GuardFolder(new TaskId(0, 0), folder);
        commitState = new CommitState(place.noted(), place.isSettled());
        BucketTable opened =
                new BucketTable(place, windows, filterMemory, memory, new ChunkLog(this::append, uncommitted::now));
        try {
            Files.deleteIfExists(folder.resolveSibling(".checkpoint_guard"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return opened;
    }

    private void append(byte[] chunk) {
        uncommitted.log().append(chunk);
        commitState.wrote(ThreadTransactions.ofThisThread().current());
    }

    /** As Kafka Streams closes a store: its offset is written after that. */
    private void closeAndNote() {
        table.close();
        if (commitState.isSettled()) {
            new GuardFolder(new TaskId(0, 0), folder).seal(commitState.offsets());
        }
        note();
    }

    private void note() {
        try {
            List<String> lines = new ArrayList<>(List.of("0", "1"));
            lines.addAll(commitState.offsets());
            Files.write(folder.resolveSibling(".checkpoint_guard"), lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path newFolder() {
        folders++;
        return root.resolve(Integer.toString(folders)).resolve("guard");
    }

    /** Shows a new record to the guard. */
    Verdict show(String identity, long time, long content, long ttl) {
        return show(identity, time, content, ttl, 0, offset++);
    }

    Verdict show(String identity, long time, long content, long ttl, int generation, long offset) {
        Message message = new Message(new Coordinates(TOPIC, 0, offset), time, null, null, List.of());
        Arrival arrival = new Arrival("source", message, identity, new Fingerprint(content, 0), generation, 0);
        streamTime = Math.max(streamTime, time);
        guard.advance(streamTime);
        Verdict verdict = guard.judge(arrival, ttl);
        if (verdict instanceof Verdict.Admitted) {
            guard.remember(arrival, ttl, GuardEntry.decided(arrival, JUDGEMENT));
        } else if (refresh && verdict instanceof Verdict.Duplicate duplicate) {
            guard.refresh(arrival, ttl, duplicate.earlier());
        }
        if (streamTime >= evicted + windows.tick()) {
            guard.evict();
            evicted = streamTime;
        }
        return verdict;
    }

    /** How many entries of an identity there were. */
    int forget(String identity) {
        return table.forget(identity).size();
    }

    void commit() {
        table.flush();
        committed.addAll(uncommitted.all());
        uncommitted.all().clear();
        ThreadTransactions.ofThisThread().committed();
        ThreadTransactions.ofThisThread().began();
        commitState.noted(Map.of(CHANGELOG, (long) committed.size()));
    }

    /** The task ends in good order and comes back on the same disk: its filters are cold. */
    void reopen() {
        commit();
        closeAndNote();
        table = open();
        guard = new Guard(table, windows);
    }

    /** As {@link #reopen}, and Kafka has forgotten how far stream time had come, as when offsets are rewound. */
    void reopenRewound() {
        reopen();
        streamTime = -1;
    }

    /** As {@link #reopen}, with other lengths of time. */
    void reopen(GuardWindows changed) {
        guard.evict();
        commit();
        closeAndNote();
        windows = changed;
        table = open();
        guard = new Guard(table, windows);
    }

    /**
     * The task moves to another instance, which has the guard from its changelog alone, and comes back. Meanwhile the
     * store stays open as a standby.
     */
    void recycle(Runnable meanwhile) {
        commit();
        BucketTable standby = table;
        CommitState standbySettlement = commitState;
        Path standbyFolder = folder;
        int known = committed.size();
        standby.forgetRecent();
        folder = newFolder();
        table = open();
        table.restore(committed);
        guard = new Guard(table, windows);

        meanwhile.run();

        commit();
        table.close();
        standby.restore(committed.subList(known, committed.size()));
        standby.forgetRecent();
        folder = standbyFolder;
        table = standby;
        commitState = standbySettlement;
        guard = new Guard(table, windows);
    }

    /** The instance dies: what was not committed never happened, and the disk is made anew from the changelog. */
    void crash(long committedStreamTime) {
        table.close();
        restore(committedStreamTime);
    }

    private void restore(long committedStreamTime) {
        uncommitted.all().clear();
        folder = newFolder();
        table = open();
        table.restore(committed);
        guard = new Guard(table, windows);
        streamTime = committedStreamTime;
        evicted = -1;
    }

    /** A commit fails, the task is closed, and the instance dies just before Kafka Streams deletes its folder. */
    void closeDirty(long committedStreamTime) {
        table.flush();
        boolean wrote = !uncommitted.all().isEmpty();
        ThreadTransactions.ofThisThread().began();
        commitState.noted(
                Map.of(CHANGELOG, (long) (committed.size() + uncommitted.all().size())));
        closeAndNote();
        if (wrote) {
            assertThatThrownBy(this::open).isInstanceOf(DamagedGuardException.class);
        }
        restore(committedStreamTime);
    }

    void warmUp() {
        table.warmUp(warmUpStep);
    }

    /** Entries in the living buckets. */
    long entries() {
        return table.entries();
    }

    int buckets() {
        return table.living();
    }

    /** Column families, without the one for the clock. */
    int familiesOnDisk() {
        try (Options options = new Options()) {
            return RocksDB.listColumnFamilies(options, folder.toString()).size() - 1;
        } catch (RocksDBException e) {
            throw new IllegalStateException(e);
        }
    }

    long filterMemory() {
        return filterMemory.used();
    }

    @Override
    public void close() {
        table.close();
        memory.close();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
