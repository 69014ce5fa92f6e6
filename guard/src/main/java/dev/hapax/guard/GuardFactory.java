package dev.hapax.guard;

import dev.hapax.domain.GuardWindows;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * Declares the store the guard lives in, and opens a guard on a task's share of it. One for all tasks of an instance.
 *
 * @param extraRetention how long an outage the changelog must outlive
 * @param warmUpStep how many keys are added to a cold filter at once
 */
public record GuardFactory(
        String storeName,
        GuardWindows windows,
        FilterMemory filterMemory,
        RocksMemory rocksMemory,
        GuardQueries queries,
        GuardMetrics metrics,
        Duration extraRetention,
        int warmUpStep) {

    /** So many keys take about ten milliseconds to add to the filters. */
    private static final int KEYS_PER_STEP = 10_000;

    private static final Duration WARM_UP_PAUSE = Duration.ofMillis(30);

    /** So many entries a second are about a megabyte of changelog, and do not hold up messages. */
    private static final int RENEWED_AT_ONCE = 10_000;

    private static final Duration RENEWAL_PAUSE = Duration.ofSeconds(1);

    public GuardFactory(
            String storeName,
            GuardWindows windows,
            FilterMemory filterMemory,
            RocksMemory rocksMemory,
            GuardQueries queries,
            GuardMetrics metrics,
            Duration extraRetention) {
        this(storeName, windows, filterMemory, rocksMemory, queries, metrics, extraRetention, KEYS_PER_STEP);
    }

    public StoreBuilder<StateStore> store() {
        return new GuardStateStore.Builder(this);
    }

    /** The settings of the changelog: complete, and kept as long as anything in it counts. */
    Map<String, String> changelogConfig() {
        return Map.of(
                // Every record holds other entries, so there is nothing to compact.
                TopicConfig.CLEANUP_POLICY_CONFIG,
                TopicConfig.CLEANUP_POLICY_DELETE,
                // By event time, a stream that is behind would lose its guard to the broker's wall clock.
                TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
                "LogAppendTime",
                TopicConfig.RETENTION_MS_CONFIG,
                Long.toString(changelogRetention()),
                // Without it the broker's log.retention.bytes would delete entries that still count.
                TopicConfig.RETENTION_BYTES_CONFIG,
                "-1");
    }

    private long changelogRetention() {
        return windows.retention() + extraRetention.toMillis();
    }

    /**
     * How old a changelog record may get before what it holds is appended again. Where stream time keeps up with the
     * clock entries die before that, so nothing is ever written twice; what is left until the broker deletes it is the
     * outage it outlives.
     */
    private long oldestRecord() {
        long all = changelogRetention();
        return Math.min(windows.retention() + extraRetention.toMillis() / 2, all - all / 8);
    }

    /**
     * Opens a guard on the restored store of a task, and schedules eviction, renewal and the loading of filters. Other
     * threads can query it through {@link GuardQueries} until it is closed.
     */
    public Guard open(ProcessingContext context) {
        GuardStateStore store = context.getStateStore(storeName);
        Guard guard = new Guard(store.table(), windows);
        // By stream time: it passes while only duplicates arrive, and stands still while a partition is idle, as expiry
        // does.
        Evictions evictions = new Evictions(store.table(), metrics);
        context.schedule(Duration.ofMillis(windows.tick()), PunctuationType.STREAM_TIME, now -> evictions.run(guard));
        // By the clock, as the broker deletes: entries on an idle partition live on.
        context.schedule(
                RENEWAL_PAUSE,
                PunctuationType.WALL_CLOCK_TIME,
                now -> store.table().renew(now - oldestRecord(), RENEWED_AT_ONCE));
        warmUp(store, context);
        QueryResponder responder = new QueryResponder(context, queries, store.table(), guard);
        store.answeredBy(responder);
        guard.answeredBy(responder);
        return guard;
    }

    /** A task's share of the store without a guard, for what operators ask of it. */
    public EntryStore opened(ProcessingContext context) {
        GuardStateStore store = context.getStateStore(storeName);
        return store.table();
    }

    /**
     * Has a guard evict, and counts what was dropped since it last did: by this, and by stream time that leapt ahead.
     */
    private static final class Evictions {

        private final BucketTable table;
        private final GuardMetrics metrics;
        private long buckets;
        private long entries;

        private Evictions(BucketTable table, GuardMetrics metrics) {
            this.table = table;
            this.metrics = metrics;
            this.buckets = table.droppedBuckets();
            this.entries = table.droppedEntries();
        }

        private void run(Guard guard) {
            long begin = System.nanoTime();
            guard.evict();
            metrics.evicted(
                    table.droppedBuckets() - buckets, table.droppedEntries() - entries, System.nanoTime() - begin);
            buckets = table.droppedBuckets();
            entries = table.droppedEntries();
        }
    }

    private void warmUp(GuardStateStore store, ProcessingContext context) {
        if (!store.table().warm() && warmUp(store)) {
            Cancellable[] schedule = new Cancellable[1];
            schedule[0] = context.schedule(WARM_UP_PAUSE, PunctuationType.WALL_CLOCK_TIME, now -> {
                if (!warmUp(store)) {
                    schedule[0].cancel();
                }
            });
        }
    }

    private boolean warmUp(GuardStateStore store) {
        long begin = System.nanoTime();
        boolean more = store.table().warmUp(warmUpStep);
        metrics.warmedUp(System.nanoTime() - begin);
        return more;
    }
}
