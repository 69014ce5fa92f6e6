package dev.hapax.bench.lab;

import dev.hapax.bench.contender.Job;
import dev.hapax.embedded.BrokerOptions;
import dev.hapax.embedded.BrokerProcess;
import dev.hapax.topics.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** A broker in its own process, and what a measurement needs of it. One contender uses it at a time. */
public final class Lab implements AutoCloseable {

    public static final int PARTITIONS = 4;

    public static final List<String> BROKER_FLAGS = List.of("-Xms1g", "-Xmx1g", "-XX:+UseG1GC");

    private static final int TELL_EVERY = 50_000;
    private static final Duration LOOK_EVERY = Duration.ofMillis(20);

    private final Path folder;
    private final BrokerProcess broker;
    private final Admin admin;
    private final Map<String, List<TopicPartition>> repartitioned = new ConcurrentHashMap<>();
    private @Nullable ContenderProcess working;
    private boolean closed;

    private Lab(Path folder, BrokerProcess broker) {
        this.folder = folder;
        this.broker = broker;
        this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers()));
    }

    public static Lab open(Path folder) {
        BrokerOptions options = BrokerOptions.defaults()
                .withProperty("log.segment.bytes", Integer.toString(256 << 20))
                .withJvmFlags(BROKER_FLAGS);
        return new Lab(folder, BrokerProcess.start(folder.resolve("broker"), options));
    }

    public Path folder() {
        return folder;
    }

    public String bootstrap() {
        return broker.bootstrapServers();
    }

    /** Empty while it is there. */
    public Optional<String> whyBrokerEnded() {
        return broker.isAlive()
                ? Optional.empty()
                : Optional.of(ContenderProcess.lastWords(folder.resolve("broker/broker.log")));
    }

    Duration brokerCpu() {
        return Cpu.of(ProcessHandle.of(broker.pid()).orElseThrow());
    }

    synchronized ContenderProcess start(ContenderProgram program, Job job, List<String> jvmFlags) {
        if (closed) {
            throw new IllegalStateException("the lab is closed");
        }
        working = ContenderProcess.start(program, job, jvmFlags);
        return working;
    }

    /** Makes a topic, and returns when its partitions are led: who sends earlier may have to wait for minutes. */
    public void createTopic(String name) {
        await(admin.createTopics(List.of(new NewTopic(name, PARTITIONS, (short) 1)
                        .configs(
                                Map.of("retention.ms", "-1", "message.timestamp.after.max.ms", "9223372036854775807"))))
                .all());
        while (!hasTopic(name)) {
            LockSupport.parkNanos(LOOK_EVERY.toNanos());
        }
        // Only a leader answers; until there is one the client asks again.
        await(admin.listOffsets(IntStream.range(0, PARTITIONS)
                        .mapToObj(partition -> new TopicPartition(name, partition))
                        .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest())))
                .all());
    }

    boolean hasTopic(String name) {
        return await(admin.listTopics().names()).contains(name);
    }

    /** Removes every topic whose name begins so, and the disk it takes. */
    public void deleteTopics(String prefix) {
        List<String> names = await(admin.listTopics().names()).stream()
                .filter(name -> name.startsWith(prefix))
                .toList();
        await(admin.deleteTopics(names).all());
    }

    /** How many records of a topic a group has read; see {@link #waiting}. */
    public long committed(String group, String topic) {
        return await(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata()).entrySet().stream()
                .filter(entry -> entry.getKey().topic().equals(topic) && entry.getValue() != null)
                .mapToLong(entry -> entry.getValue().offset())
                .sum();
    }

    /**
     * How many messages wait in the repartition topics of an application: it has committed them as read from its input, and has
     * still to do most of the work. Several may share a record, so they are taken to be the share of the messages read that the
     * waiting records are of all records. Transaction markers among them count too; there is one for each commit.
     *
     * @param read how many messages of its input it has read
     */
    long waiting(String application, long read) {
        List<TopicPartition> partitions = repartitioned.computeIfAbsent(application, this::repartitioned);
        if (partitions.isEmpty()) {
            return 0;
        }
        Map<TopicPartition, OffsetAndMetadata> committed =
                await(admin.listConsumerGroupOffsets(application).partitionsToOffsetAndMetadata());
        Map<TopicPartition, ListOffsetsResultInfo> ends = await(admin.listOffsets(
                        partitions.stream()
                                .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest())),
                        new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                .all());
        long records = 0;
        long waiting = 0;
        for (var end : ends.entrySet()) {
            records += end.getValue().offset();
            waiting += end.getValue().offset() - offset(committed.get(end.getKey()));
        }
        return waiting == 0 ? 0 : Math.max(1, Math.round((double) read * waiting / records));
    }

    private static long offset(@Nullable OffsetAndMetadata committed) {
        return committed == null ? 0 : committed.offset();
    }

    /** Kafka Streams creates these topics before it reads the first record, so they are looked for once. */
    private List<TopicPartition> repartitioned(String application) {
        // By its whole name: other applications' names begin like this one's.
        List<String> topics = await(admin.listTopics().names()).stream()
                .filter(Topic.REPARTITION.name("", application)::equals)
                .toList();
        return await(admin.describeTopics(topics).allTopicNames()).values().stream()
                .flatMap(topic -> topic.partitions().stream()
                        .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                .toList();
    }

    /** What the changelogs of an application take of the broker's disk. */
    public long changelogBytes(String application) {
        List<Integer> brokers =
                await(admin.describeCluster().nodes()).stream().map(Node::id).toList();
        return await(admin.describeLogDirs(brokers).allDescriptions()).values().stream()
                .flatMap(folders -> folders.values().stream())
                .flatMap(folder -> folder.replicaInfos().entrySet().stream())
                .filter(replica -> replica.getKey().topic().startsWith(application + "-")
                        && replica.getKey().topic().endsWith("-changelog"))
                .mapToLong(replica -> replica.getValue().size())
                .sum();
    }

    /** Fills a new topic, the newest message of now. */
    public Input generate(String topic, Recipe recipe, LongConsumer progress) {
        createTopic(topic);
        Recipe.Generator generator = new Recipe.Generator(recipe, topic, System.currentTimeMillis());
        try (MessageSender sender = new MessageSender(bootstrap(), 20)) {
            for (long i = 0; i < recipe.messages(); i++) {
                sender.send(generator.next());
                if (i % TELL_EVERY == 0) {
                    progress.accept(i);
                }
            }
        }
        return new Input(topic, recipe, generator.unique());
    }

    private static <T> T await(KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(String.valueOf(e.getCause()), e.getCause());
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            if (working != null) {
                working.kill();
            }
        }
        admin.close();
        broker.close();
    }

    /**
     * A topic that is filled once and read by every contender.
     *
     * @param unique how many of its messages are the first of their identity
     */
    public record Input(String topic, Recipe recipe, long unique) {

        public long messages() {
            return recipe.messages();
        }
    }
}
