package dev.hapax.demo.delivery;

import dev.hapax.channel.http.HttpArtifact;
import dev.hapax.cluster.Cluster;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.delivery.SigningKey;
import dev.hapax.embedded.EmbeddedBroker;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Progress;
import dev.hapax.operations.delivery.Deliveries;
import dev.hapax.operations.delivery.DeliverySwitch;
import dev.hapax.operations.delivery.ReceiptsCheck;
import dev.hapax.operations.delivery.SuppressionList;
import dev.hapax.operations.topics.TopicPlan;
import dev.hapax.operations.topics.WantedTopic;
import dev.hapax.topics.Topic;
import dev.hapax.wire.DeliveryHeaders;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Stages deliveries, kills the instance and a worker half-way, and counts what became of them. */
public final class DeliveryDemo implements AutoCloseable {

    private static final String HAPAX = "dev.hapax.app.Hapax";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration STALLED = Duration.ofSeconds(90);
    private static final int ACCEPTED_BEFORE_THE_KILL = 20;

    private static final String CONFIG = """
            application-id: demo
            kafka: { bootstrap.servers: "%s" }
            topics: { prefix: demo., partitions: 3 }
            sources: [{ topic: demo.in, identity: { field: /id } }]
            delivery:
              signing-key: signing.pem
              channels:
                mail:
                  smtp:
                    host: 127.0.0.1
                    port: %d
                    security: plain
                    from: news@example.com
                    verified-domains: [example.com]
                    timeouts: { accept: 5s }
                hooks: { http: { allow: [localhost], plain: true, exchange-timeout: 5s } }
              policies:
                - { name: mails-of-topic, channel: mail, staged-by: topic }
                - { name: hooks-of-topic, channel: hooks, staged-by: topic }
              claim-batch: 5
              lease: 10s
            instance: { state-dir: state, session-timeout: 8s, transaction-timeout: 5s }
            admin: { enabled: false }
            """;

    private final Path folder;
    private final EmbeddedBroker broker;
    private final Path configFile;
    private final KafkaClients clients;
    private final Clock clock;
    private final AcceptedLog mails;
    private final AcceptedLog hooks;
    private final int hookPort;
    private final List<DemoProcess> processes = new ArrayList<>();

    private DeliveryDemo(
            Path folder, EmbeddedBroker broker, Path configFile, Settings settings, int hookPort, Clock clock) {
        this.folder = folder;
        this.broker = broker;
        this.configFile = configFile;
        this.clients = new KafkaClients(settings);
        this.clock = clock;
        this.mails = new AcceptedLog(folder.resolve("mails-accepted.log"));
        this.hooks = new AcceptedLog(folder.resolve("hooks-accepted.log"));
        this.hookPort = hookPort;
    }

    /** Starts the broker and both servers, with everything they write below {@code folder}. */
    public static DeliveryDemo start(Path folder, Clock clock) throws IOException {
        Files.createDirectories(folder);
        int mailPort = freePort();
        int hookPort = freePort();
        EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"));
        Files.writeString(folder.resolve("signing.pem"), SigningKey.generate());
        String text = CONFIG.formatted(broker.bootstrapServers(), mailPort);
        Path configFile = Files.writeString(folder.resolve("hapax.yaml"), text);
        Settings settings = SettingsFile.read(configFile, name -> null);
        DeliveryDemo demo = new DeliveryDemo(folder, broker, configFile, settings, hookPort, clock);
        createTopics(settings);
        demo.start(
                "mail-server",
                DemoMailServer.class.getName(),
                Integer.toString(mailPort),
                folder.resolve("mails-accepted.log").toString());
        demo.start(
                "hook-server",
                DemoHookServer.class.getName(),
                Integer.toString(hookPort),
                folder.resolve("hooks-accepted.log").toString());
        return demo;
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private static void createTopics(Settings settings) {
        try (Cluster cluster = Cluster.connect(settings, PATIENCE)) {
            List<WantedTopic> wanted = TopicPlan.of(settings).stream()
                    .filter(topic -> topic.kind() != WantedTopic.Kind.INTERNAL)
                    .toList();
            cluster.create(wanted, settings.topics().partitions(), (short) 1);
        }
    }

    private DemoProcess start(String name, String mainClass, String... arguments) throws IOException {
        DemoProcess process = DemoProcess.start(folder.resolve(name + ".log"), mainClass, arguments);
        processes.add(process);
        return process;
    }

    private DemoProcess hapax(String name, String command) throws IOException {
        return start(name, HAPAX, command, "-c", configFile.toString());
    }

    public Path configFile() {
        return configFile;
    }

    /**
     * Runs until every delivery has ended or is stranded.
     *
     * @param live is told what happens
     */
    public DeliveryResult run(long seed, int count, Consumer<String> live) throws IOException, InterruptedException {
        Deliveries deliveries = new Deliveries(clients, clock);
        new DeliverySwitch(clients, clock).enable("demo", "the demo sends to its own servers", false);
        List<Staging> plan = plan(seed, count);
        SuppressionList suppressions = new SuppressionList(clients, clock);
        plan.stream()
                .filter(Staging::optedOut)
                .forEach(staging -> suppressions.add(staging.target(), "demo", "opted out"));
        DemoProcess instance = hapax("instance", "run");
        DemoProcess doomed = hapax("worker-1", "deliver");
        hapax("worker-2", "deliver");

        List<Staging> byTopic =
                plan.stream().filter(it -> it.by().equals("topic")).toList();
        stage(byTopic.subList(0, byTopic.size() / 2));
        live.accept("staged the first " + byTopic.size() / 2 + " through the topic");
        await(live, "waiting for the first deliveries", deliveries, all -> accepted() >= ACCEPTED_BEFORE_THE_KILL);
        doomed.kill();
        instance.kill();
        live.accept("killed a worker and the instance with -9, and started them again");
        stage(byTopic.subList(byTopic.size() / 2, byTopic.size()));
        hapax("instance", "run");
        hapax("worker-1", "deliver");

        List<Staging> byPerson =
                plan.stream().filter(it -> !it.by().equals("topic")).toList();
        byPerson.forEach(staging -> deliveries.stage(staging.id(), staging.draft(clock), staging.artifact()));
        await(live, "staging", deliveries, all -> all.size() == count);
        review(deliveries, byPerson);
        await(
                live,
                "delivering",
                deliveries,
                all -> all.stream().allMatch(it -> it.state().isEnd() || it.state() == DeliveryState.STRANDED));
        return result(deliveries, count);
    }

    /**
     * A delivery to be.
     *
     * @param by {@code topic}, or the person who stages it
     * @param rejected whether a person rejects it
     */
    private record Staging(
            String id, String by, String channel, String target, byte[] artifact, boolean optedOut, boolean rejected) {

        DeliveryEvent.Draft draft(Clock clock) {
            long now = clock.millis();
            return new DeliveryEvent.Draft(
                    channel,
                    target,
                    DeliveryHeaders.sha256(artifact),
                    artifact.length,
                    by,
                    null,
                    1,
                    now,
                    now + Duration.ofDays(1).toMillis());
        }
    }

    private List<Staging> plan(long seed, int count) {
        Random random = new Random(seed);
        List<Staging> plan = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String id = "demo:" + i;
            boolean byTopic = random.nextInt(100) < 75;
            boolean mail = !byTopic || random.nextInt(100) < 65;
            boolean hangsUp = byTopic && random.nextInt(100) < 3;
            boolean optedOut = mail && !hangsUp && random.nextInt(100) < 6;
            boolean rejected = !byTopic && random.nextInt(100) < 30;
            String by = byTopic ? "topic" : "ann";
            plan.add(
                    mail
                            ? new Staging(
                                    id,
                                    by,
                                    "mail",
                                    (hangsUp ? DemoMailServer.HANGS_UP : "user-") + i + "@example.org",
                                    mail(i),
                                    optedOut,
                                    rejected)
                            : hook(id, by, hangsUp));
        }
        return plan;
    }

    private Staging hook(String id, String by, boolean hangsUp) {
        String url = "http://localhost:" + hookPort + (hangsUp ? "/hangup" : "/hook");
        byte[] body = ("{\"delivery\":\"" + id + "\"}").getBytes(StandardCharsets.UTF_8);
        byte[] artifact = new HttpArtifact("POST", url, Map.of("content-type", "application/json"), body).toBytes();
        return new Staging(id, by, "hooks", url, artifact, false, false);
    }

    private static byte[] mail(int number) {
        return ("From: News <news@example.com>\r\nMessage-ID: <demo-" + number + "@example.com>\r\nSubject: News "
                        + number + "\r\n\r\nHello.\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private void stage(List<Staging> stagings) {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (Staging staging : stagings) {
                ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                        clients.settings().topic(Topic.DELIVERIES),
                        staging.id().getBytes(StandardCharsets.UTF_8),
                        staging.artifact());
                KafkaHeaders.add(record.headers(), HeaderNames.CHANNEL, staging.channel());
                KafkaHeaders.add(record.headers(), HeaderNames.TARGET, staging.target());
                var unused = producer.send(record);
            }
            producer.flush();
        }
    }

    private static void review(Deliveries deliveries, List<Staging> byPerson) {
        Set<String> rejected = new HashSet<>();
        byPerson.stream().filter(Staging::rejected).forEach(staging -> rejected.add(staging.id()));
        for (Delivery delivery :
                deliveries.list(it -> it.state() == DeliveryState.AWAITING_APPROVAL, Progress.UNSEEN)) {
            boolean approved = !rejected.contains(delivery.id());
            deliveries.review(delivery, approved, "bob", approved ? "checked" : "not this one");
        }
    }

    private int accepted() {
        try {
            return mails.lines().size() + hooks.lines().size();
        } catch (IOException e) {
            throw new IllegalStateException("a log of the demo can't be read", e);
        }
    }

    private void await(Consumer<String> live, String what, Deliveries deliveries, Predicate<List<Delivery>> reached)
            throws InterruptedException {
        long moved = System.nanoTime();
        List<Delivery> before = List.of();
        while (true) {
            List<Delivery> all = deliveries.list(it -> true, Progress.UNSEEN);
            if (reached.test(all)) {
                return;
            }
            if (!all.equals(before)) {
                moved = System.nanoTime();
                before = all;
            }
            live.accept(what + ": " + states(all));
            if (System.nanoTime() - moved > STALLED.toNanos()) {
                throw new IllegalStateException("nothing has moved for " + STALLED.toSeconds() + " s: " + states(all)
                        + "; see the logs in " + folder);
            }
            Thread.sleep(500);
        }
    }

    private static Map<DeliveryState, Integer> states(List<Delivery> deliveries) {
        Map<DeliveryState, Integer> states = new EnumMap<>(DeliveryState.class);
        deliveries.forEach(delivery -> states.merge(delivery.state(), 1, Integer::sum));
        return states;
    }

    private DeliveryResult result(Deliveries deliveries, int count) throws IOException {
        List<Delivery> all = deliveries.list(it -> true, Progress.UNSEEN);
        ReceiptsCheck.Result receipts = ReceiptsCheck.of(clients, deliveries, Progress.UNSEEN);
        List<String> twice = new ArrayList<>();
        for (AcceptedLog log : List.of(mails, hooks)) {
            Set<String> seen = new HashSet<>();
            log.lines().stream().filter(line -> !seen.add(line)).forEach(twice::add);
        }
        return new DeliveryResult(
                count,
                states(all),
                2,
                twice,
                receipts.receipts(),
                receipts.valid(),
                receipts.problems(),
                all.stream()
                        .filter(it -> it.state() == DeliveryState.STRANDED)
                        .map(Delivery::id)
                        .toList());
    }

    @Override
    public void close() {
        processes.forEach(DemoProcess::close);
        broker.close();
    }
}
