package dev.hapax.bench.lab;

import dev.hapax.bench.contender.BenchMail;
import dev.hapax.bench.contender.DeliverMails;
import dev.hapax.cluster.Cluster;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.delivery.SigningKey;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.delivery.DeliverySwitch;
import dev.hapax.operations.topics.TopicPlan;
import dev.hapax.operations.topics.WantedTopic;
import dev.hapax.topics.Topic;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Hapax as a user runs it: {@code hapax run} and {@code hapax deliver} in processes of their own, with default settings. What it
 * sends was staged through the topic and approved by a policy before.
 */
public final class HapaxDeliverer implements Deliverer {

    private static final String CONFIG = """
            application-id: %1$s
            kafka: { bootstrap.servers: "%2$s" }
            topics: { prefix: %1$s., partitions: %3$d }
            sources: [{ topic: %1$s.in, identity: { field: /id } }]
            delivery:
              signing-key: signing.pem
              channels:
                mail:
                  smtp:
                    host: 127.0.0.1
                    port: %4$d
                    security: plain
                    from: %5$s
                    verified-domains: [%6$s]
              policies: [{ name: from-topic, channel: mail, staged-by: topic }]
            instance: { state-dir: state }
            admin: { enabled: false }
            """;

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long LOOK_EVERY_MILLIS = 50;
    private static final long LATENCY_LOOK_MILLIS = 2;
    private static final int LONGEST_PAUSE_MILLIS = 400;

    private final Lab lab;
    private final DeliveryRace.Task task;
    private final Path configFile;
    private final Settings settings;
    private final KafkaProducer<byte[], byte[]> producer;
    private final ContenderProcess instance;
    private @Nullable ContenderProcess worker;

    /** Stages everything, and returns when the ledger has read it. */
    public HapaxDeliverer(Lab lab, DeliveryRace.Task task) throws InterruptedException {
        this.lab = lab;
        this.task = task;
        try {
            Files.createDirectories(task.folder());
            Files.writeString(task.folder().resolve("signing.pem"), SigningKey.generate());
            String text = CONFIG.formatted(
                    task.name(),
                    lab.bootstrap(),
                    task.connections(),
                    task.sink().port(),
                    BenchMail.FROM,
                    BenchMail.DOMAIN);
            this.configFile = Files.writeString(task.folder().resolve("hapax.yaml"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.settings = SettingsFile.read(configFile, name -> null);
        createTopics(settings);
        new DeliverySwitch(new KafkaClients(settings), Clock.systemUTC())
                .enable("bench", "the bench's own server", false);
        this.producer = new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, lab.bootstrap()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        this.instance = hapax("run");
        for (long number = 0; number < task.messages(); number++) {
            stage(number);
        }
        producer.flush();
        while (lab.committed(task.name(), settings.topic(Topic.DELIVERIES)) < task.messages()) {
            instance.requireAlive();
            Thread.sleep(LOOK_EVERY_MILLIS);
        }
    }

    static void createTopics(Settings settings) {
        try (Cluster cluster = Cluster.connect(settings, PATIENCE)) {
            List<WantedTopic> wanted = TopicPlan.of(settings).stream()
                    .filter(topic -> topic.kind() != WantedTopic.Kind.INTERNAL)
                    .toList();
            cluster.create(wanted, settings.topics().partitions(), (short) 1);
        }
    }

    private ContenderProcess hapax(String command) {
        return ContenderProcess.start(
                ContenderProgram.deliverer(DeliverMails.HAPAX),
                task.folder().resolve(command),
                task.jvmFlags(command),
                List.of(command, "-c", configFile.toString()));
    }

    private void stage(long number) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                settings.topic(Topic.DELIVERIES),
                ("bench:" + number).getBytes(StandardCharsets.UTF_8),
                BenchMail.of(number));
        KafkaHeaders.add(record.headers(), HeaderNames.CHANNEL, "mail");
        KafkaHeaders.add(record.headers(), HeaderNames.TARGET, BenchMail.recipient(number));
        var unused = producer.send(record);
    }

    @Override
    public void start() {
        worker = hapax("deliver");
    }

    @Override
    public Usage usage() {
        return new Usage(worker().cpu(), instance.cpu(), lab.brokerCpu());
    }

    @Override
    public void requireAlive() {
        instance.requireAlive();
        worker().requireAlive();
    }

    private ContenderProcess worker() {
        if (worker == null) {
            throw new IllegalStateException("not started");
        }
        return worker;
    }

    /**
     * Stages one delivery at a time while nothing else is to do, and measures how long it takes until the mail server has accepted
     * it.
     *
     * @return milliseconds of each
     */
    public List<Double> idleLatencies(int count) throws InterruptedException {
        Random random = new Random(7);
        List<Double> latencies = new ArrayList<>();
        for (long number = task.messages(); number < task.messages() + count; number++) {
            // At no particular moment of anybody's interval.
            Thread.sleep(random.nextInt(LONGEST_PAUSE_MILLIS));
            long staged = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
            stage(number);
            producer.flush();
            latencies.add((awaitAccepted(number) - staged) / 1e3);
        }
        return latencies;
    }

    private long awaitAccepted(long number) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            Long accepted = task.sink().acceptedMicros(BenchMail.recipient(number));
            if (accepted != null) {
                return accepted;
            }
            requireAlive();
            Thread.sleep(LATENCY_LOOK_MILLIS);
        }
        throw new ContenderException("a delivery was not sent within " + PATIENCE.toSeconds() + " s"
                + worker().lastWords() + instance.lastWords());
    }

    @Override
    public void close() {
        producer.close();
        if (worker != null) {
            worker.close();
        }
        instance.close();
        lab.deleteTopics(task.name());
    }
}
