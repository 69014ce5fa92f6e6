package dev.hapax.faults;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hapax.dedup.DedupClients;
import dev.hapax.dedup.Deduplicate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The guard as a library, in a topology that knows nothing of Hapax: two instances, with standbys, on a real broker. */
@Timeout(180)
class DeduplicateIT {

    private static final int PARTITIONS = 4;
    private static final int IDENTITIES = 2_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration STOP = Duration.ofSeconds(30);

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    @Test
    void shouldForwardEachIdentityOnceAlthoughAnInstanceFailsAndReturns() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", BROKER.bootstrapServers()));
                Producer<String, String> producer = producer()) {
            create(admin, "dedup");
            KafkaStreams survivor = start("dedup", 1, Fault.none());
            Fault fault = new Fault(300);
            KafkaStreams victim = start("dedup", 2, fault);
            await().atMost(PATIENCE).until(() -> tasks(survivor) == 2 && tasks(victim) == 2);

            sendAll(producer, "dedup");
            // Its thread dies in the middle of a transaction, as its process would.
            await().atMost(PATIENCE).until(() -> victim.state() == KafkaStreams.State.ERROR);
            victim.close(STOP);
            sendAll(producer, "dedup");
            await().atMost(PATIENCE).until(() -> tasks(survivor) == PARTITIONS);
            KafkaStreams returned = start("dedup", 2, Fault.none());
            await().atMost(PATIENCE).until(() -> tasks(survivor) == 2 && tasks(returned) == 2);
            sendAll(producer, "dedup");
            await().atMost(PATIENCE).until(() -> lag(admin, "dedup") == 0);
            survivor.close(STOP);
            returned.close(STOP);

            assertThat(fault.fired).isTrue();
            assertThat(committed("dedup")).containsExactlyInAnyOrderElementsOf(identities());
            assertThat(changelog(admin).get("cleanup.policy").value()).isEqualTo("delete");
            assertThat(changelog(admin).get("message.timestamp.type").value()).isEqualTo("LogAppendTime");
        }
    }

    @Test
    void shouldUseTheStoreOnDiskAgainAfterACleanStop() throws Exception {
        assertThat(restoredAfterACleanStop("clean", true)).isZero();
    }

    @Test
    void shouldRestoreTheStoreAtEveryStartWithoutDedupClients() throws Exception {
        assertThat(restoredAfterACleanStop("plain", false)).isPositive();
    }

    /** How many changelog records the second start restores; nothing passes twice either way. */
    private static long restoredAfterACleanStop(String app, boolean dedupClients) throws Exception {
        AtomicLong restored = new AtomicLong();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", BROKER.bootstrapServers()));
                Producer<String, String> producer = producer()) {
            create(admin, app);
            for (int i = 0; i < 2; i++) {
                restored.set(0);
                sendAll(producer, app);
                KafkaStreams streams = streams(app, 1, Fault.none(), dedupClients);
                streams.setGlobalStateRestoreListener(new RestoreCount(restored));
                streams.start();
                await().atMost(PATIENCE).until(() -> lag(admin, app) == 0);
                assertThat(streams.close(STOP)).isTrue();
            }
            assertThat(committed(app)).containsExactlyInAnyOrderElementsOf(identities());
        }
        return restored.get();
    }

    private record RestoreCount(AtomicLong restored) implements StateRestoreListener {

        @Override
        public void onRestoreStart(TopicPartition partition, String store, long start, long end) {}

        @Override
        public void onBatchRestored(TopicPartition partition, String store, long end, long count) {
            restored.addAndGet(count);
        }

        @Override
        public void onRestoreEnd(TopicPartition partition, String store, long total) {}
    }

    /** Throws once, at some record. It is behind the dedup operator, so the record's entry is in the store by then. */
    private static final class Fault {

        private int left;
        private volatile boolean fired;

        private Fault(int left) {
            this.left = left;
        }

        private static Fault none() {
            return new Fault(-1);
        }

        private synchronized void maybe() {
            if (--left == 0) {
                fired = true;
                throw new IllegalStateException("a fault of the test");
            }
        }
    }

    private static KafkaStreams start(String app, int number, Fault fault) {
        KafkaStreams streams = streams(app, number, fault, true);
        streams.start();
        return streams;
    }

    private static KafkaStreams streams(String app, int number, Fault fault, boolean dedupClients) {
        Path folder = BROKER.folder().resolve(app + "-" + number);
        Properties config = new Properties();
        config.putAll(Map.of(
                StreamsConfig.APPLICATION_ID_CONFIG,
                app,
                StreamsConfig.BOOTSTRAP_SERVERS_CONFIG,
                BROKER.bootstrapServers(),
                StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
                StreamsConfig.EXACTLY_ONCE_V2,
                StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG,
                1,
                // An instance that returns gets its tasks at once, however far its stores are behind.
                StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG,
                Long.MAX_VALUE,
                StreamsConfig.STATE_DIR_CONFIG,
                folder.toString(),
                StreamsConfig.consumerPrefix("heartbeat.interval.ms"),
                200,
                // Kafka Streams does not leave its group when it closes: others wait for this long.
                StreamsConfig.consumerPrefix("session.timeout.ms"),
                6_000,
                StreamsConfig.consumerPrefix("auto.offset.reset"),
                "earliest"));
        if (dedupClients) {
            config.put(StreamsConfig.DEFAULT_CLIENT_SUPPLIER_CONFIG, DedupClients.class);
        }
        return new KafkaStreams(topology(app, fault), config);
    }

    private static Topology topology(String app, Fault fault) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(app + "-in", Consumed.with(Serdes.String(), Serdes.String()))
                // A record that the dedup operator never sees, as every topology has some.
                .filter((key, value) -> !value.isEmpty())
                .processValues(Deduplicate.by((String key, String value) -> value)
                        .within(Duration.ofHours(1))
                        .named("orders-seen")
                        .forwardFirstValues())
                .peek((key, value) -> fault.maybe())
                .to(app + "-out", Produced.with(Serdes.String(), Serdes.String()));
        return builder.build();
    }

    private static void create(Admin admin, String app) throws Exception {
        admin.createTopics(List.of(
                        new NewTopic(app + "-in", PARTITIONS, (short) 1),
                        new NewTopic(app + "-out", PARTITIONS, (short) 1)))
                .all()
                .get(60, TimeUnit.SECONDS);
    }

    private static List<String> identities() {
        return IntStream.range(0, IDENTITIES).mapToObj(i -> "order-" + i).toList();
    }

    private static void sendAll(Producer<String, String> producer, String app) throws Exception {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        for (int i = 0; i < IDENTITIES; i++) {
            sent.add(producer.send(new ProducerRecord<>(app + "-in", "order-" + i, "order-" + i)));
            if (i % 10 == 0) {
                sent.add(producer.send(new ProducerRecord<>(app + "-in", "order-" + i, "")));
            }
        }
        for (Future<RecordMetadata> each : sent) {
            each.get(60, TimeUnit.SECONDS);
        }
    }

    private static long tasks(KafkaStreams streams) {
        return streams.metadataForLocalThreads().stream()
                .mapToLong(thread -> thread.activeTasks().size())
                .sum();
    }

    private static long lag(Admin admin, String app) throws ExecutionException, InterruptedException {
        Map<TopicPartition, Long> done = new HashMap<>();
        admin.listConsumerGroupOffsets(app)
                .partitionsToOffsetAndMetadata()
                .get()
                .forEach((partition, offset) -> done.put(partition, offset.offset()));
        try (Consumer<String, String> consumer = consumer()) {
            return consumer.endOffsets(partitions(app + "-in")).entrySet().stream()
                    .mapToLong(end -> end.getValue() - done.getOrDefault(end.getKey(), 0L))
                    .sum();
        }
    }

    private static Config changelog(Admin admin) throws ExecutionException, InterruptedException {
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, "dedup-orders-seen-changelog");
        return requireNonNull(admin.describeConfigs(List.of(topic)).all().get().get(topic));
    }

    private static List<String> committed(String app) {
        List<String> values = new ArrayList<>();
        try (Consumer<String, String> consumer = consumer()) {
            List<TopicPartition> all = partitions(app + "-out");
            consumer.assign(all);
            consumer.seekToBeginning(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            while (all.stream()
                    .anyMatch(partition -> consumer.position(partition) < ends.getOrDefault(partition, 0L))) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
            }
        }
        return values;
    }

    private static List<TopicPartition> partitions(String topic) {
        return IntStream.range(0, PARTITIONS)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
    }

    private static Consumer<String, String> consumer() {
        return new KafkaConsumer<>(
                Map.of("bootstrap.servers", BROKER.bootstrapServers(), "isolation.level", "read_committed"),
                new StringDeserializer(),
                new StringDeserializer());
    }

    private static Producer<String, String> producer() {
        return new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        BROKER.bootstrapServers(),
                        // The leader of a new topic may refuse the first batch and take the second, and then never the
                        // first.
                        "max.in.flight.requests.per.connection",
                        1),
                new StringSerializer(),
                new StringSerializer());
    }
}
