package dev.hapax.demo.delivery;

import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Progress;
import dev.hapax.operations.TopicReader;
import dev.hapax.operations.delivery.Deliveries;
import dev.hapax.operations.delivery.DeliverySwitch;
import dev.hapax.operations.delivery.ReceiptsCheck;
import dev.hapax.operations.delivery.SuppressionList;
import dev.hapax.topics.Topic;
import dev.hapax.wire.DeliveryHeaders;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Stages deliveries, kills the instance and a worker half-way, and counts what became of them. */
public final class DeliveryDemo implements AutoCloseable {

    private static final Duration STALLED = Duration.ofSeconds(90);
    private static final int ACCEPTED_BEFORE_THE_KILL = 20;
    private static final int MOST_TRIES = 5;
    private static final String AT_THE_COMMAND_LINE = "demo";

    private static final String CONFIG = """
            application-id: demo
            kafka: { bootstrap.servers: "%s" }
            topics: { prefix: demo., partitions: 3 }
            sources: [{ topic: demo.in, identity: { field: /id } }]
            classifiers: { rules: { file: rules.yaml } }
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
                - { name: invoices-by-rule, channel: mail, staged-by: "rule:invoice.*" }
                - { name: hooks-by-rule, channel: hooks, staged-by: "rule:order.*" }
                - { name: mails-of-topic, channel: mail, staged-by: topic }
                - { name: hooks-of-topic, channel: hooks, staged-by: topic }
              claim-batch: 5
              lease: 10s
            instance: { state-dir: state, session-timeout: 8s, transaction-timeout: 5s }
            admin:
              port: %d
              users: [{ name: ann, token-sha256: %s, roles: [operator] }]
            """;

    private final DemoSite site;
    private final KafkaClients clients;
    private final Clock clock;
    private final AcceptedLog mails;
    private final AcceptedLog hooks;
    private final int hookPort;
    private final ApiStaging api;

    private DeliveryDemo(
            DemoSite site, AcceptedLog mails, AcceptedLog hooks, int hookPort, ApiStaging api, Clock clock) {
        this.site = site;
        this.clients = site.clients();
        this.clock = clock;
        this.mails = mails;
        this.hooks = hooks;
        this.hookPort = hookPort;
        this.api = api;
    }

    /** Starts the broker and both servers, with everything they write below {@code folder}. */
    public static DeliveryDemo start(Path folder, Clock clock) throws IOException {
        Files.createDirectories(folder);
        int mailPort = DemoSite.freePort();
        int hookPort = DemoSite.freePort();
        int apiPort = DemoSite.freePort();
        String token = DemoSite.secret(24);
        String hash = DeliveryHeaders.sha256(token.getBytes(StandardCharsets.UTF_8));
        Files.writeString(folder.resolve("rules.yaml"), DemoPlan.RULES.formatted(hookPort));
        DemoSite site = DemoSite.start(folder, broker -> CONFIG.formatted(broker, mailPort, apiPort, hash));
        AcceptedLog mails = site.server("mail-server", DemoMailServer.class, mailPort);
        AcceptedLog hooks = site.server("hook-server", DemoHookServer.class, hookPort);
        return new DeliveryDemo(site, mails, hooks, hookPort, new ApiStaging(apiPort, token), clock);
    }

    public Path configFile() {
        return site.configFile();
    }

    /**
     * Runs until every delivery has ended or is stranded.
     *
     * @param live is told what happens
     */
    public DeliveryResult run(long seed, int count, Consumer<String> live) throws IOException, InterruptedException {
        Deliveries deliveries = new Deliveries(clients, clock);
        new DeliverySwitch(clients, clock).enable("demo", "the demo sends to its own servers", false);
        DemoPlan plan = DemoPlan.of(seed, count, hookPort);
        SuppressionList suppressions = new SuppressionList(clients, clock);
        plan.optedOut().forEach(address -> suppressions.add(address, "demo", "opted out"));
        DemoProcess instance = site.hapax("instance", "run");
        DemoProcess doomed = site.hapax("worker-1", "deliver");
        site.hapax("worker-2", "deliver");

        DemoPlan first = plan.half(0);
        stageByRule(first.by(DemoPlan.Origin.RULE));
        stageByTopic(first.by(DemoPlan.Origin.TOPIC));
        live.accept("staged the first half, by rule and through the topic");
        await(live, "waiting for the first deliveries", deliveries, all -> accepted() >= ACCEPTED_BEFORE_THE_KILL);
        doomed.kill();
        instance.kill();
        live.accept("killed a worker and the instance with -9, and started them again");
        DemoPlan second = plan.half(1);
        stageByRule(second.by(DemoPlan.Origin.RULE));
        stageByTopic(second.by(DemoPlan.Origin.TOPIC));
        site.hapax("instance", "run");
        site.hapax("worker-1", "deliver");

        api.stage(plan.by(DemoPlan.Origin.API));
        stageByFile(plan.by(DemoPlan.Origin.FILE));
        await(live, "staging", deliveries, all -> all.size() == count);
        review(deliveries, plan);
        await(
                live,
                "delivering",
                deliveries,
                all -> all.stream().allMatch(it -> it.state().isEnd() || it.state() == DeliveryState.STRANDED));
        return result(deliveries, count);
    }

    private void stageByFile(List<DemoPlan.Staging> stagings) throws IOException, InterruptedException {
        for (DemoPlan.Staging staging : stagings) {
            Path mail = Files.write(site.folder().resolve("mail.eml"), staging.artifact());
            String[] command = {
                "deliveries",
                "stage",
                staging.id(),
                "--channel",
                staging.channel(),
                "--to",
                staging.target(),
                "--file",
                mail.toString(),
                "--as",
                AT_THE_COMMAND_LINE
            };
            // The instance may still be busy with its start; the same command again changes nothing.
            int tries = 0;
            while (site.hapax("stage", command).exitCode() != 0) {
                if (++tries == MOST_TRIES) {
                    throw new IllegalStateException("hapax deliveries stage failed; see stage.log in " + site.folder());
                }
            }
        }
    }

    private void stageByTopic(List<DemoPlan.Staging> stagings) {
        send(stagings.stream()
                .map(staging -> {
                    ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                            clients.settings().topic(Topic.DELIVERIES),
                            staging.id().getBytes(StandardCharsets.UTF_8),
                            staging.artifact());
                    KafkaHeaders.add(record.headers(), HeaderNames.CHANNEL, staging.channel());
                    KafkaHeaders.add(record.headers(), HeaderNames.TARGET, staging.target());
                    return record;
                })
                .toList());
    }

    /** Sends the messages that a rule turns into deliveries, each twice, as a producer does that lost an answer. */
    private void stageByRule(List<DemoPlan.Staging> stagings) {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (DemoPlan.Staging staging : stagings) {
            byte[] message = staging.message().getBytes(StandardCharsets.UTF_8);
            records.add(new ProducerRecord<>("demo.in", message));
            records.add(new ProducerRecord<>("demo.in", message));
        }
        send(records);
    }

    private void send(List<ProducerRecord<byte[], byte[]>> records) {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                new HashMap<String, Object>(clients.settings().kafka()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (ProducerRecord<byte[], byte[]> record : records) {
                var unused = producer.send(record);
            }
            producer.flush();
        }
    }

    private static void review(Deliveries deliveries, DemoPlan plan) {
        Set<String> rejected = plan.rejected();
        for (Delivery delivery :
                deliveries.list(it -> it.state() == DeliveryState.AWAITING_APPROVAL, Progress.UNSEEN)) {
            boolean approved = !rejected.contains(delivery.id());
            deliveries.review(delivery, approved, "bob", approved ? "checked" : "not this one");
        }
    }

    private int accepted() {
        try {
            return mails.count() + hooks.count();
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
                        + "; see the logs in " + site.folder());
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
        Set<String> acceptedMails = new HashSet<>();
        Set<String> acceptedHooks = new HashSet<>();
        mails.entries().stream()
                .map(AcceptedLog.Entry::what)
                .filter(mail -> !acceptedMails.add(mail))
                .forEach(twice::add);
        hooks.entries().stream()
                .map(AcceptedLog.Entry::what)
                .filter(hook -> !acceptedHooks.add(hook))
                .forEach(twice::add);
        List<DeliveryResult.Stranded> stranded = all.stream()
                .filter(it -> it.state() == DeliveryState.STRANDED)
                .map(it -> new DeliveryResult.Stranded(
                        it.id(),
                        it.draft().target().contains(DemoMailServer.HANGS_UP)
                                || it.draft().target().endsWith(DemoHookServer.HANGS_UP),
                        acceptedMails.contains(it.draft().target()) || acceptedHooks.contains(it.id())))
                .toList();
        return new DeliveryResult(
                count,
                origins(all),
                states(all),
                2,
                twice,
                receipts.receipts(),
                receipts.valid(),
                problems(receipts.problems(), origins(all).getOrDefault("rule", 0)),
                stranded);
    }

    /** A decision and its delivery are one transaction, so the kill leaves as many of one as of the other. */
    private List<String> problems(List<String> ofReceipts, int deliveriesByRule) {
        List<String> problems = new ArrayList<>(ofReceipts);
        int[] decisions = {0};
        try (TopicReader reader = new TopicReader(clients)) {
            reader.read(reader.whole(clients.settings().topic(Topic.DECISIONS)), Progress.UNSEEN, record -> {
                decisions[0]++;
                return true;
            });
        }
        if (decisions[0] != deliveriesByRule) {
            problems.add(decisions[0] + " decisions led to " + deliveriesByRule + " deliveries");
        }
        return problems;
    }

    private static Map<String, Integer> origins(List<Delivery> deliveries) {
        Map<String, Integer> origins = new TreeMap<>();
        for (Delivery delivery : deliveries) {
            origins.merge(origin(delivery.draft().stagedBy()), 1, Integer::sum);
        }
        return origins;
    }

    private static String origin(String stagedBy) {
        return switch (stagedBy) {
            case "topic" -> "topic";
            case AT_THE_COMMAND_LINE -> "file";
            default -> stagedBy.startsWith("rule:") ? "rule" : "api";
        };
    }

    @Override
    public void close() {
        site.close();
    }
}
