package dev.hapax.dedup;

import dev.hapax.dedup.DedupTask.Plan;
import dev.hapax.domain.GuardWindows;
import dev.hapax.guard.FilterMemory;
import dev.hapax.guard.GuardFactory;
import dev.hapax.guard.GuardMetrics;
import dev.hapax.guard.GuardQueries;
import dev.hapax.guard.RocksMemory;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.kafka.streams.kstream.KeyValueMapper;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorSupplier;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Describes an operator that lets each identity pass once, and builds it. The operator brings its own state store and
 * changelog topic, so one call adds it to a topology:
 *
 * <pre>{@code
 * KStream<String, Order> once = orders.processValues(
 *         Deduplicate.by((String key, Order order) -> order.id())
 *                 .within(Duration.ofHours(24))
 *                 .named("orders-seen")
 *                 .forwardFirstValues());
 * }</pre>
 *
 * <p>Two records with the same identity, less than the TTL apart in event time, count as one, in whichever order they
 * arrive. The entry of the first record, the output and the input offset are one transaction. The application must
 * therefore run with {@code processing.guarantee=exactly_once_v2}; the operator fails at start if it does not. Run the
 * application with {@link DedupClients}.
 *
 * <p>Records with the same identity must be in the same partition. If the key of the input does not determine this, call
 * {@code selectKey(…)} and {@code repartition(…)} first. The operator cannot see a duplicate in another partition.
 *
 * <p>An instance is a builder. It is not safe for use by several threads. Build a new operator for each place in a
 * topology, and give each one a store name of its own.
 *
 * @param <K> type of the record keys
 * @param <V> type of the record values
 */
public final class Deduplicate<K, V> {

    private static final Duration SHORTEST_BUCKET = Duration.ofSeconds(1);
    /** A lookup searches every bucket of a TTL. */
    private static final int MOST_BUCKETS = 1_000;

    private static final long MIB = 1024 * 1024;

    private final KeyValueMapper<K, V, String> identity;
    private final Duration ttl;
    private String storeName = "dedup";
    private Duration maxLateness;
    private Duration bucket;
    private @Nullable KeyValueMapper<K, V, byte[]> fingerprint;
    private @Nullable KeyValueMapper<K, V, String> outcome;
    private Duration extraRetention = Duration.ofDays(7);
    private long filterMemory = 128 * MIB;
    private long rocksDbMemory = 256 * MIB;

    private Deduplicate(KeyValueMapper<K, V, String> identity, Duration ttl) {
        this.identity = identity;
        this.ttl = positive("ttl", ttl);
        this.maxLateness = ttl;
        this.bucket = bucketFor(ttl);
    }

    /**
     * Starts with the function that names what a record stands for, such as an order number or a payment id.
     *
     * <p>The function must depend on its arguments alone. If it returns null or an empty string, or if the record has no
     * key, the operator throws a {@link DeduplicationException}; the {@code processing.exception.handler} of the
     * application decides whether to continue.
     *
     * @param identity returns the identity of a record
     * @param <K> type of the record keys
     * @param <V> type of the record values
     * @return the next step, which sets the TTL
     */
    public static <K, V> Identified<K, V> by(KeyValueMapper<K, V, String> identity) {
        return new Identified<>(Objects.requireNonNull(identity, "identity"));
    }

    /**
     * The step between {@link Deduplicate#by} and the settings: there is no default TTL.
     *
     * @param <K> type of the record keys
     * @param <V> type of the record values
     */
    public static final class Identified<K, V> {

        private final KeyValueMapper<K, V, String> identity;

        private Identified(KeyValueMapper<K, V, String> identity) {
            this.identity = identity;
        }

        /**
         * Sets the TTL. Two records of one identity less than this apart in event time count as one. The TTL starts at
         * the first record; duplicates do not extend it.
         *
         * @param ttl a positive duration
         * @return a builder with defaults for everything else
         */
        public Deduplicate<K, V> within(Duration ttl) {
            return new Deduplicate<>(identity, ttl);
        }
    }

    /**
     * Sets the name of the state store; the changelog topic is {@code <application.id>-<name>-changelog}. Do not change
     * the name later: a new name starts with an empty store. The default is {@code dedup}.
     *
     * @param storeName a name that is unique in the topology
     * @return this builder
     */
    public Deduplicate<K, V> named(String storeName) {
        this.storeName = Objects.requireNonNull(storeName, "storeName");
        return this;
    }

    /**
     * Sets how far a record may be behind stream time and still be judged. An older record is
     * {@link Deduplicated.Late}, unless its identity is still known. Entries are kept for TTL + max lateness. Stream time
     * is the highest timestamp that this operator has seen in the partition. The default is the TTL.
     *
     * @param maxLateness a duration of zero or more
     * @return this builder
     */
    public Deduplicate<K, V> maxLateness(Duration maxLateness) {
        this.maxLateness = notNegative("maxLateness", maxLateness);
        return this;
    }

    /**
     * Compares the content of records, so that the same identity with other content is a {@link Deduplicated.Conflict}
     * and not a duplicate. Without it, every later record of an identity is a duplicate. The store keeps a hash of the
     * bytes. If you change the function, copies of earlier records become conflicts until their TTL has passed.
     *
     * @param fingerprint returns the bytes that must not change under one identity, never null
     * @return this builder
     */
    public Deduplicate<K, V> fingerprint(KeyValueMapper<K, V, byte[]> fingerprint) {
        this.fingerprint = Objects.requireNonNull(fingerprint, "fingerprint");
        return this;
    }

    /**
     * Stores a short text with each first record. Later records of its identity carry it in
     * {@link FirstRecord#outcome()}. The function is called for first records only. The default stores an empty text.
     *
     * @param outcome returns a text of at most 1,024 bytes in UTF-8, never null
     * @return this builder
     */
    public Deduplicate<K, V> outcome(KeyValueMapper<K, V, String> outcome) {
        this.outcome = Objects.requireNonNull(outcome, "outcome");
        return this;
    }

    /**
     * Sets the length of the time buckets in which entries are stored and evicted. The default is an eighth of the TTL,
     * at least one second. It is part of the stored layout: to change the TTL of a running application, set the bucket
     * to its previous length.
     *
     * @param bucket a positive duration, at most the TTL and at least a thousandth of it
     * @return this builder
     */
    public Deduplicate<K, V> bucket(Duration bucket) {
        positive("bucket", bucket);
        if (bucket.compareTo(ttl) > 0 || bucket.multipliedBy(MOST_BUCKETS).compareTo(ttl) < 0) {
            throw new IllegalArgumentException("bucket: " + bucket + " must be at most the TTL (" + ttl
                    + ") and at least a thousandth of it. Use a duration such as " + bucketFor(ttl) + ".");
        }
        this.bucket = bucket;
        return this;
    }

    /**
     * Sets how long an outage of the whole application the changelog survives. The retention of the changelog topic is
     * TTL + max lateness + two buckets + this. It applies when Kafka Streams creates the topic. The default is seven
     * days.
     *
     * @param extraRetention a duration of zero or more
     * @return this builder
     */
    public Deduplicate<K, V> extraRetention(Duration extraRetention) {
        this.extraRetention = notNegative("extraRetention", extraRetention);
        return this;
    }

    /**
     * Limits the heap that filters take, for all partitions of this operator together. About two bytes for each
     * stored identity suffice. With less, the operator becomes slower and stays correct. The default is 128 MiB.
     *
     * @param bytes at least 65,536
     * @return this builder
     */
    public Deduplicate<K, V> filterMemory(long bytes) {
        this.filterMemory = atLeast("filterMemory", bytes, 64 * 1024);
        return this;
    }

    /**
     * Limits the block cache and the write buffers of RocksDB, for all partitions of this operator together. This memory
     * is outside the heap. The default is 256 MiB.
     *
     * @param bytes at least 1,048,576
     * @return this builder
     */
    public Deduplicate<K, V> rocksDbMemory(long bytes) {
        this.rocksDbMemory = atLeast("rocksDbMemory", bytes, MIB);
        return this;
    }

    /**
     * Builds an operator that forwards first records and drops all others. Metrics count them. It logs a warning when a
     * task drops its first late record and its first conflict, because these may be records that nobody has processed.
     *
     * @return for {@code KStream.process} and {@code Topology.addProcessor}
     */
    public ProcessorSupplier<K, V, K, V> forwardFirst() {
        return new DedupProcessor.Supplier<>(plan(Forwarding.First::new));
    }

    /**
     * As {@link #forwardFirst}, for {@code KStream.processValues}. Kafka Streams then knows that keys do not change, so a
     * join or a grouping that follows needs no repartition topic.
     *
     * @return for {@code KStream.processValues}
     */
    public FixedKeyProcessorSupplier<K, V, V> forwardFirstValues() {
        return new DedupProcessor.FixedKeySupplier<>(plan(Forwarding.First::new));
    }

    /**
     * Builds an operator that forwards every record with its verdict. Use {@code split()} to branch by the type of
     * {@link Deduplicated}.
     *
     * @return for {@code KStream.process} and {@code Topology.addProcessor}
     */
    public ProcessorSupplier<K, V, K, Deduplicated<V>> forwardAll() {
        return new DedupProcessor.Supplier<>(plan(Forwarding.All::new));
    }

    /**
     * As {@link #forwardAll}, for {@code KStream.processValues}: see {@link #forwardFirstValues}.
     *
     * @return for {@code KStream.processValues}
     */
    public FixedKeyProcessorSupplier<K, V, Deduplicated<V>> forwardAllValues() {
        return new DedupProcessor.FixedKeySupplier<>(plan(Forwarding.All::new));
    }

    private <R> Plan<K, V, R> plan(Supplier<Forwarding<V, R>> forwardings) {
        GuardFactory guards = new GuardFactory(
                storeName,
                GuardWindows.of(ttl, maxLateness, bucket),
                new FilterMemory(filterMemory),
                RocksMemory.closedWhenUnreachable(rocksDbMemory),
                new GuardQueries(),
                GuardMetrics.NONE,
                extraRetention);
        return new Plan<>(
                new ArrivalReader<>(identity, fingerprint),
                outcome,
                guards,
                guards.store(),
                ttl.toMillis(),
                forwardings);
    }

    private static Duration bucketFor(Duration ttl) {
        Duration eighth = Duration.ofMillis(ttl.toMillis() / 8);
        Duration bucket = eighth.compareTo(SHORTEST_BUCKET) < 0 ? SHORTEST_BUCKET : eighth;
        return bucket.compareTo(ttl) < 0 ? bucket : ttl;
    }

    private static Duration positive(String name, Duration duration) {
        if (duration.toMillis() <= 0) {
            throw new IllegalArgumentException(
                    name + ": " + duration + " must be at least a millisecond. Use a duration such as PT24H.");
        }
        return duration;
    }

    private static Duration notNegative(String name, Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException(
                    name + ": " + duration + " must not be negative. Use a duration such as PT1H.");
        }
        return duration;
    }

    private static long atLeast(String name, long bytes, long least) {
        if (bytes < least) {
            throw new IllegalArgumentException(name + ": " + bytes + " must be at least " + least + " bytes.");
        }
        return bytes;
    }
}
