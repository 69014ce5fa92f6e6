package dev.hapax.chaos.delivery;

import dev.hapax.config.Environment;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.delivery.SigningKey;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Progress;
import dev.hapax.operations.delivery.Deliveries;
import dev.hapax.operations.delivery.DeliverySwitch;
import dev.hapax.operations.delivery.ReceiptsCheck;
import dev.hapax.operations.delivery.SuppressionList;
import dev.hapax.topics.Topic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * An application that delivers mails: its configuration, its instance and workers as processes, and what became of deliveries.
 * Delivery {@code mN} goes to {@code uN@example.org}; a policy approves all of them.
 */
public final class DeliveryApplication implements AutoCloseable {

    private static final int PATIENCE_SECONDS = 60;
    private static final String STAFF = "test";
    /** More than the buffers of a connection to a {@link MailServer} hold, so that it can't be written at once. */
    public static final int LARGE = 5_000_000;

    private final String name;
    private final Path folder;
    private final Application application;
    private final MailServerProcess mailServer;
    private final UnaryOperator<ApplicationConfig> more;
    private final Path key;
    private final KafkaClients clients;
    private final Deliveries deliveries;
    private int processes;

    private DeliveryApplication(
            String name,
            String bootstrapServers,
            Path folder,
            MailServerProcess mailServer,
            UnaryOperator<ApplicationConfig> more,
            Path key)
            throws IOException {
        this.name = name;
        this.folder = folder;
        this.mailServer = mailServer;
        this.more = more;
        this.key = key;
        this.application = new Application(name, bootstrapServers, folder);
        Settings settings = SettingsFile.read(file(0), Environment.ofProcess());
        this.clients = new KafkaClients(settings);
        this.deliveries = new Deliveries(clients, Clock.systemUTC());
    }

    /** Creates its topics and turns sending on. Nothing runs yet besides its mail server. */
    public static DeliveryApplication of(
            String name, String bootstrapServers, Path folder, int workers, UnaryOperator<ApplicationConfig> more)
            throws Exception {
        MailServerProcess mailServer = MailServerProcess.start(folder.resolve(name + "-accepted.log"), workers);
        try {
            Path key = Files.writeString(folder.resolve(name + ".pem"), SigningKey.generate());
            DeliveryApplication made = new DeliveryApplication(name, bootstrapServers, folder, mailServer, more, key);
            made.application.createTopics(made.config(0));
            made.enable(false);
            return made;
        } catch (Exception | AssertionError e) {
            mailServer.close();
            throw e;
        }
    }

    /** The same application with the same mail server on other brokers, as its topics are there. */
    public DeliveryApplication on(String otherBrokers, Path otherFolder) throws IOException {
        return new DeliveryApplication(name, otherBrokers, otherFolder, mailServer, more, key);
    }

    /**
     * As {@code hapax delivery enable} does.
     *
     * @return how many deliveries it stranded
     */
    public int enable(boolean strandDue) {
        return new DeliverySwitch(clients, Clock.systemUTC()).enable(STAFF, "a test", strandDue);
    }

    /** The configuration of a worker, which has a port of its own. */
    private ApplicationConfig config(int worker) {
        Map<String, Object> smtp = new TreeMap<>(Map.of(
                "host",
                "127.0.0.1",
                "port",
                mailServer.port(worker),
                "security",
                "plain",
                "user",
                "hapax",
                "password",
                "right",
                "from",
                "news@example.com",
                "verified-domains",
                List.of("example.com"),
                "timeouts",
                Map.of("connect", "2s", "reply", "2s", "write", "3s", "accept", "2s")));
        return more.apply(application
                .config(name + "-state")
                .set("delivery", "signing-key", key.toString())
                .set("delivery", "channels", Map.of("mail", Map.of("smtp", smtp)))
                .set("delivery", "policies", List.of(Map.of("name", "all", "channel", "mail", "staged-by", "topic")))
                .set("delivery", "max-artifact-bytes", "8MiB")
                .set("delivery", "backoff", "1s")
                .set("delivery", "longest-backoff", "1s")
                .set("delivery", "max-attempts", 100));
    }

    /** The configuration file of a worker. */
    public Path file(int worker) throws IOException {
        return config(worker).write(folder.resolve(name + "-" + worker + ".yaml"));
    }

    public MailServerProcess mailServer() {
        return mailServer;
    }

    public Application application() {
        return application;
    }

    public KafkaClients clients() {
        return clients;
    }

    public HapaxProcess startInstance() throws IOException {
        return HapaxProcess.start(folder.resolve(name + "-instance.log"), "run", "-c", file(0).toString());
    }

    /** One of several, with a state folder and a log of its own. */
    public HapaxProcess startInstance(int number) throws IOException {
        Path state = application.stateFolder(name + "-state-" + number);
        Path file = config(0)
                .set("instance", "state-dir", state.toString())
                .write(folder.resolve(name + "-instance-" + number + ".yaml"));
        return HapaxProcess.start(folder.resolve(name + "-instance-" + number + ".log"), "run", "-c", file.toString());
    }

    /** Each with a log of its own. */
    public HapaxProcess startWorker(int worker) throws IOException {
        return startWorker(file(worker));
    }

    public HapaxProcess startWorker(Path config) throws IOException {
        processes++;
        return HapaxProcess.start(
                folder.resolve(name + "-worker-" + processes + ".log"), "deliver", "-c", config.toString());
    }

    /** As anyone may, with nothing but a producer. */
    public void stage(int from, int to, int bytes) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", application.bootstrapServers(), "max.request.size", 2 * LARGE),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            List<Future<RecordMetadata>> sent = IntStream.range(from, to)
                    .mapToObj(number -> producer.send(staging(number, bytes)))
                    .toList();
            for (Future<RecordMetadata> one : sent) {
                one.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
        }
    }

    private ProducerRecord<byte[], byte[]> staging(int number, int bytes) {
        StringBuilder mail = new StringBuilder("From: news@example.com\r\nTo: " + recipient(number)
                + "\r\nMessage-ID: <m" + number + "@example.com>\r\nSubject: Hello\r\n\r\n");
        while (mail.length() < bytes) {
            mail.append("Hello ").append(number).append(" once more, and once only.\r\n");
        }
        mail.append("Hello ").append(number).append("\r\n");
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(application.topic(Topic.DELIVERIES), utf8("m" + number), utf8(mail.toString()));
        record.headers().add("hapax-channel", utf8("mail")).add("hapax-target", utf8(recipient(number)));
        return record;
    }

    public static String recipient(int number) {
        return "u" + number + "@example.org";
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public List<Delivery> list() {
        return deliveries.list(delivery -> true, Progress.UNSEEN);
    }

    public Delivery get(int number) {
        return deliveries.get("m" + number);
    }

    /** How many deliveries are in each state. */
    public Map<DeliveryState, Integer> states() {
        Map<DeliveryState, Integer> states = new TreeMap<>();
        list().forEach(delivery -> states.merge(delivery.state(), 1, Integer::sum));
        return states;
    }

    /** The deliveries in this state, by recipient. */
    public List<String> recipients(DeliveryState state) {
        return list().stream()
                .filter(delivery -> delivery.state() == state)
                .map(delivery -> delivery.draft().target())
                .toList();
    }

    public void reconcile(Delivery delivery, DeliveryEvent.Resolution resolution) {
        deliveries.reconcile(delivery, resolution, STAFF, "the mail server's log");
    }

    public void suppress(String address) {
        new SuppressionList(clients, Clock.systemUTC()).add(address, STAFF, "opted out");
    }

    public ReceiptsCheck.Result receipts() {
        return ReceiptsCheck.of(clients, deliveries, Progress.UNSEEN);
    }

    public String workerGroup() {
        return name + "-deliver";
    }

    /** Has the group notice at once that a worker is dead, and not only after its session. Living workers join again. */
    public void expelWorkers() throws InterruptedException {
        try {
            application
                    .admin()
                    .removeMembersFromConsumerGroup(workerGroup(), new RemoveMembersFromConsumerGroupOptions())
                    .all()
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // This is how the client says that the group has no members, as between two that join, or that none has
            // joined yet.
            boolean nobody = Stream.iterate(e.getCause(), Objects::nonNull, Throwable::getCause)
                    .anyMatch(it -> it instanceof IllegalArgumentException || it instanceof GroupIdNotFoundException);
            if (!nobody) {
                throw new IllegalStateException("the group could not be emptied: " + e, e);
            }
        }
    }

    @Override
    public void close() {
        mailServer.close();
        application.close();
    }
}
