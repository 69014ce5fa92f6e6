package dev.hapax.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hapax.commit.CheckedClients;
import dev.hapax.commit.CommitCheck;
import dev.hapax.commit.ReadLedger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A task turns out to be corrupted while its group rebalances. Kafka Streams 4.3.1 then aborts the transaction that its
 * thread's other tasks write to as well, and commits their offsets with the next one.
 */
@Timeout(180)
class CorruptedTaskWhileRebalancingIT {

    private static final int PARTITIONS = 4;
    private static final String POISON = "poison";
    private static final String BLOCK = "block";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    private final AtomicBoolean poisoned = new AtomicBoolean();
    private final CountDownLatch blocked = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicInteger skipping = new AtomicInteger();

    /** When this fails, Kafka Streams has been mended, and the checks of package commit are a second line of defence only. */
    @Test
    void kafkaStreamsAloneLosesARecordOfAnotherTask() throws Exception {
        Outcome outcome = corruptOneTaskWhileRebalancing(
                "alone", new CheckedClients(CommitCheck.reportingOnly(skipping::incrementAndGet), true, null));

        assertThat(outcome.written()).doesNotContain(outcome.uncommitted()).contains(outcome.later(), POISON);
        assertThat(skipping).hasPositiveValue();
    }

    @Test
    void shouldLoseNoRecordOfAnotherTask() throws Exception {
        Outcome outcome = corruptOneTaskWhileRebalancing(
                "checked", new CheckedClients(CommitCheck.refusing(skipping::incrementAndGet), true, null));

        assertThat(outcome.written()).contains(outcome.uncommitted(), outcome.later(), POISON);
        assertThat(outcome.written()).doesNotHaveDuplicates();
        assertThat(skipping).hasPositiveValue();
    }

    @Test
    void shouldLoseNoRecordOfAnotherTaskWhoseProcessorsReportNothing() throws Exception {
        Outcome outcome = corruptOneTaskWhileRebalancing(
                "unwatched", new CheckedClients(CommitCheck.refusing(skipping::incrementAndGet), false, null));

        assertThat(outcome.written()).contains(outcome.uncommitted(), outcome.later(), POISON);
        assertThat(outcome.written()).doesNotHaveDuplicates();
        assertThat(skipping).hasPositiveValue();
    }

    /**
     * @param uncommitted a record that was processed and not committed when the other task failed
     * @param later one that was sent when all was well again
     * @param written all that was committed to the output
     */
    private record Outcome(String uncommitted, String later, List<String> written) {}

    private Outcome corruptOneTaskWhileRebalancing(String name, KafkaClientSupplier clients) throws Exception {
        String input = name + "-in";
        String output = name + "-out";
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", BROKER.bootstrapServers()));
                Producer<byte[], byte[]> producer = producer();
                KafkaStreams one = streams(name, 1, clients);
                KafkaStreams two = streams(name, 2, clients);
                KafkaStreams three = streams(name, 3, clients)) {
            admin.createTopics(List.of(
                            new NewTopic(input, PARTITIONS, (short) 1), new NewTopic(output, PARTITIONS, (short) 1)))
                    .all()
                    .get(60, TimeUnit.SECONDS);
            one.start();
            two.start();
            await().atMost(PATIENCE)
                    .until(() -> tasks(one).size() == 2 && tasks(two).size() == 2);

            // The second one does not rejoin while it works on a record, so that the rebalance does not end.
            send(producer, input, tasks(two).get(0), BLOCK);
            assertThat(blocked.await(60, TimeUnit.SECONDS)).isTrue();
            three.start();
            int healthy = tasks(one).get(0);
            int corrupted = tasks(one).get(1);
            String uncommitted = sendUntilOneIsNotCommitted(producer, admin, name, healthy);
            send(producer, input, corrupted, POISON);
            await().atMost(PATIENCE).untilTrue(poisoned);
            released.countDown();

            String later = "later";
            send(producer, input, healthy, later);
            await().atMost(PATIENCE).until(() -> {
                List<String> written = read(output, "read_committed");
                return written.contains(later) && written.contains(POISON);
            });
            return new Outcome(uncommitted, later, read(output, "read_committed"));
        } finally {
            released.countDown();
        }
    }

    /** A thread commits nothing while its group rebalances. */
    private static String sendUntilOneIsNotCommitted(
            Producer<byte[], byte[]> producer, Admin admin, String name, int partition) throws Exception {
        for (int i = 0; i < 60; i++) {
            String value = "uncommitted-" + i;
            long offset = send(producer, name + "-in", partition, value);
            await().atMost(PATIENCE)
                    .until(() -> read(name + "-out", "read_uncommitted").contains(value));
            if (staysUncommitted(admin, name, partition, offset)) {
                return value;
            }
        }
        throw new AssertionError("every record was committed: no rebalance began");
    }

    private static boolean staysUncommitted(Admin admin, String name, int partition, long offset) throws Exception {
        TopicPartition of = new TopicPartition(name + "-in", partition);
        long until = System.nanoTime() + Duration.ofSeconds(1).toNanos();
        while (System.nanoTime() < until) {
            var committed = admin.listConsumerGroupOffsets(name)
                    .partitionsToOffsetAndMetadata()
                    .get(60, TimeUnit.SECONDS)
                    .get(of);
            if (committed != null && committed.offset() > offset) {
                return false;
            }
        }
        return true;
    }

    private KafkaStreams streams(String name, int number, KafkaClientSupplier clients) {
        Path folder = BROKER.folder().resolve(name).resolve(Integer.toString(number));
        Properties config = new Properties();
        config.putAll(Map.of(
                StreamsConfig.APPLICATION_ID_CONFIG,
                name,
                StreamsConfig.BOOTSTRAP_SERVERS_CONFIG,
                BROKER.bootstrapServers(),
                StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
                StreamsConfig.EXACTLY_ONCE_V2,
                StreamsConfig.COMMIT_INTERVAL_MS_CONFIG,
                50,
                StreamsConfig.NUM_STREAM_THREADS_CONFIG,
                1,
                StreamsConfig.STATE_DIR_CONFIG,
                folder.toString(),
                StreamsConfig.consumerPrefix("heartbeat.interval.ms"),
                200,
                StreamsConfig.consumerPrefix("auto.offset.reset"),
                "earliest"));
        Topology topology = new Topology();
        topology.addSource("in", new ByteArrayDeserializer(), new ByteArrayDeserializer(), name + "-in")
                .addProcessor("work", Work::new, "in")
                .addSink("out", name + "-out", new ByteArraySerializer(), new ByteArraySerializer(), "work");
        return new KafkaStreams(topology, config, clients);
    }

    /** Passes records on; at one it waits, and at another it finds its state corrupted, once. */
    private final class Work extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

        @Override
        public void process(Record<byte[], byte[]> record) {
            String value = new String(record.value(), UTF_8);
            if (value.equals(POISON) && poisoned.compareAndSet(false, true)) {
                throw new TaskCorruptedException(Set.of(context().taskId()));
            }
            if (value.equals(BLOCK)) {
                blocked.countDown();
                awaitRelease();
            }
            context().forward(record);
            ReadLedger.ofThisThread().processed(context());
        }

        private void awaitRelease() {
            try {
                assertThat(released.await(120, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static List<Integer> tasks(KafkaStreams streams) {
        return streams.metadataForLocalThreads().stream()
                .flatMap(thread -> thread.activeTasks().stream())
                .map(task -> task.taskId().partition())
                .sorted()
                .toList();
    }

    private static Producer<byte[], byte[]> producer() {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", BROKER.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    private static long send(Producer<byte[], byte[]> producer, String topic, int partition, String value)
            throws Exception {
        return producer.send(new ProducerRecord<>(topic, partition, null, value.getBytes(UTF_8)))
                .get(60, TimeUnit.SECONDS)
                .offset();
    }

    private static List<String> read(String topic, String isolation) {
        List<String> values = new ArrayList<>();
        try (Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", BROKER.bootstrapServers(), "isolation.level", isolation),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> all = new ArrayList<>();
            for (int i = 0; i < PARTITIONS; i++) {
                all.add(new TopicPartition(topic, i));
            }
            consumer.assign(all);
            consumer.seekToBeginning(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            while (all.stream()
                    .anyMatch(partition -> consumer.position(partition) < ends.getOrDefault(partition, 0L))) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(new String(record.value(), UTF_8)));
            }
        }
        return values;
    }
}
