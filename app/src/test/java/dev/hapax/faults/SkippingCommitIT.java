package dev.hapax.faults;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.ApplicationOutputs;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.topics.Topic;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * What the check of commits prevents, shown with instances as processes. A rebalance lasts, because an instance stands still
 * (SIGSTOP) while another one joins. Meanwhile the first one finds the files of a guard damaged, and closes that task dirty. This
 * aborts the transaction that holds the work of its other task, too.
 */
@Timeout(240)
class SkippingCommitIT {

    private static final int PARTITIONS = 4;
    /** So many that the entries of two partitions do not fit into the smallest cache. */
    private static final int OLD = 30_000;

    private static final String LATER = "later";
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void shouldRefuseACommitThatSkipsAMessage() throws Exception {
        try (Application application = BROKER.application("checked")) {
            Run run = damageATaskWhileRebalancing(application, List.of());

            assertThat(run.log()).contains("A commit would skip records").contains("It is refused");
            assertThat(run.decided()).containsOnlyOnce(run.uncommitted()).containsOnlyOnce(LATER);
            assertThat(run.decided()).doesNotHaveDuplicates();
        }
    }

    /** When this fails, Kafka Streams loses nothing by itself any more. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void losesThatMessageWithTheCheckSwitchedOff() throws Exception {
        // Without an audit, which would find the message that is lost.
        try (Application application = new Application("unchecked", BROKER.bootstrapServers(), BROKER.folder())) {
            Run run = damageATaskWhileRebalancing(application, List.of("-Dhapax.unchecked-commits=true"));

            assertThat(run.log()).contains("A commit would skip records").contains("the records are lost");
            assertThat(run.decided()).doesNotContain(run.uncommitted()).contains(LATER);
            assertThat(application.committed().get(run.partition())).isGreaterThan(run.offset());
        }
    }

    /**
     * @param uncommitted a message of the healthy task that was processed and not committed when the other one was damaged
     * @param partition where it stands
     * @param offset where it stands
     * @param log of the instance that had both
     */
    private record Run(String uncommitted, int partition, long offset, List<String> decided, String log) {}

    private static Run damageATaskWhileRebalancing(Application application, List<String> flags) throws Exception {
        List<String> all = new ArrayList<>(HapaxProcess.QUICK_TO_START);
        all.addAll(flags);
        application.jvmFlags(all);
        application.createTopics(config(application, "one"));
        try (ApplicationOutputs outputs = application.outputs();
                KafkaProducer<byte[], byte[]> producer = producer()) {
            for (int i = 0; i < OLD; i++) {
                var unused = producer.send(message(application, i % PARTITIONS, "old-" + i));
            }
            String first;
            try (HapaxProcess alone = application.start(config(application, "one"))) {
                outputs.awaitTotal(alone, OLD);
                // Entries are on disk once it has stopped.
                alone.terminate();
                assertThat(alone.exitCode(60)).as(alone.printed()).isZero();
            }
            try (HapaxProcess one = application.start(config(application, "one"))) {
                await().atMost(PATIENCE)
                        .ignoreExceptionsMatching(thrown -> thrown.getCause() instanceof GroupIdNotFoundException)
                        .until(() -> tasks(application).values().stream()
                                .anyMatch(partitions -> partitions.size() == PARTITIONS));
                first = tasks(application).keySet().iterator().next();
                try (HapaxProcess two = application.start(config(application, "two"))) {
                    await().atMost(PATIENCE).until(() -> {
                        Map<String, List<Integer>> tasks = tasks(application);
                        return tasks.size() == 2
                                && tasks.values().stream().allMatch(partitions -> partitions.size() == 2);
                    });
                    List<Integer> mine = tasks(application).getOrDefault(first, List.of());
                    int healthy = mine.get(0);
                    int damaged = mine.get(1);

                    two.stall();
                    try (HapaxProcess three = application.start(config(application, "three"))) {
                        Sent uncommitted = sendUntilOneIsNotCommitted(application, producer, healthy);
                        damage(application.stateFolder("one"), damaged);
                        for (int i = damaged; i < OLD && !foundDamage(one); i += PARTITIONS * 150) {
                            producer.send(message(application, damaged, "old-" + i))
                                    .get(60, TimeUnit.SECONDS);
                        }
                        await().atMost(PATIENCE).until(() -> foundDamage(one));
                        two.resume();

                        producer.send(message(application, healthy, LATER)).get(60, TimeUnit.SECONDS);
                        outputs.awaitWith(one, LATER, () -> outputs.decided().contains(LATER));
                        outputs.readAll();
                        three.terminate();
                        assertThat(three.exitCode(60)).isZero();
                        return new Run(
                                uncommitted.id(), healthy, uncommitted.offset(), outputs.decided(), one.printedToErr());
                    }
                }
            }
        }
    }

    private record Sent(String id, long offset) {}

    /** A thread commits nothing while its group rebalances. */
    private static Sent sendUntilOneIsNotCommitted(
            Application application, KafkaProducer<byte[], byte[]> producer, int partition) throws Exception {
        try (Uncommitted decisions = new Uncommitted(application.topic(Topic.DECISIONS))) {
            for (int i = 0; i < 500; i++) {
                String id = "uncommitted-" + i;
                long offset = producer.send(message(application, partition, id))
                        .get(60, TimeUnit.SECONDS)
                        .offset();
                await().atMost(PATIENCE).until(() -> decisions.has(id));
                if (staysUncommitted(application, partition, offset)) {
                    return new Sent(id, offset);
                }
            }
        }
        throw new AssertionError("every message was committed: no rebalance began");
    }

    private static boolean staysUncommitted(Application application, int partition, long offset) throws Exception {
        long until = System.nanoTime() + Duration.ofSeconds(2).toNanos();
        while (System.nanoTime() < until) {
            Long committed = application.committed().get(partition);
            if (committed != null && committed > offset) {
                return false;
            }
        }
        return true;
    }

    private static boolean foundDamage(HapaxProcess instance) throws IOException {
        return instance.printedToErr().contains("is damaged on disk");
    }

    /** Turns round every byte of the first half of each file with entries. */
    private static void damage(Path state, int partition) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.walk(state)) {
            files = found.filter(file ->
                            file.toString().endsWith(".sst") && file.toString().contains("0_" + partition + "/"))
                    .toList();
        }
        assertThat(files).isNotEmpty();
        for (Path file : files) {
            try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
                byte[] half = new byte[(int) (bytes.length() / 2)];
                bytes.readFully(half);
                for (int i = 0; i < half.length; i++) {
                    half[i] = (byte) ~half[i];
                }
                bytes.seek(0);
                bytes.write(half);
            }
        }
    }

    /** The partitions of the input that each process works on, by the random id in its members' names. */
    private static Map<String, List<Integer>> tasks(Application application) throws Exception {
        Map<String, List<Integer>> tasks = new TreeMap<>();
        List<MemberDescription> members = application
                .admin()
                .describeConsumerGroups(List.of(application.id()))
                .all()
                .get(60, TimeUnit.SECONDS)
                .values()
                .stream()
                .flatMap(group -> group.members().stream())
                .toList();
        for (MemberDescription member : members) {
            String process = member.clientId().substring(0, application.id().length() + 37);
            member.assignment().topicPartitions().stream()
                    .filter(partition -> partition.topic().equals(application.input()))
                    .map(TopicPartition::partition)
                    .sorted()
                    .forEach(partition -> tasks.computeIfAbsent(process, unused -> new ArrayList<>())
                            .add(partition));
        }
        return tasks;
    }

    private static ApplicationConfig config(Application application, String stateFolder) {
        return application
                .config(stateFolder)
                .source(application.input(), Map.of("keyed-by-identity", true))
                .set("topics", "partitions", PARTITIONS)
                // The one that stands still is missed only when all is over.
                .set("instance", "session-timeout", "60s")
                .set("instance", "transaction-timeout", "60s")
                // The smallest, so that entries are read from disk.
                .set("guard", "rocksdb-memory", "1MiB");
    }

    private static KafkaProducer<byte[], byte[]> producer() {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", BROKER.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    private static ProducerRecord<byte[], byte[]> message(Application application, int partition, String id) {
        return new ProducerRecord<>(
                application.input(),
                partition,
                id.getBytes(UTF_8),
                "{\"id\":\"%s\",\"subject\":\"text\"}".formatted(id).getBytes(UTF_8));
    }

    /** The identities decided from now on, also in transactions that are open. */
    private static final class Uncommitted implements AutoCloseable {

        private final List<String> ids = new ArrayList<>();
        private final Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", BROKER.bootstrapServers(), "isolation.level", "read_uncommitted"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());

        Uncommitted(String topic) {
            List<TopicPartition> all = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(all);
            consumer.endOffsets(all).forEach(consumer::seek);
        }

        boolean has(String id) {
            consumer.poll(Duration.ofMillis(100)).forEach(record -> ids.add(new String(record.key(), UTF_8)));
            return ids.contains(id);
        }

        @Override
        public void close() {
            consumer.close();
        }
    }
}
