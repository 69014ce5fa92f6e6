package dev.hapax.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.hapax.app.Typed;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.HapaxProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Deliveries end to end: a real broker, a real SMTP server, instance and workers as processes of their own. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class DeliveryIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int PARTITIONS = 3;
    private static final int CLAIM_BATCH = 5;

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    private final GreenMail mailServer = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));

    @BeforeEach
    void startMailServer() {
        mailServer.start();
    }

    @AfterEach
    void stopMailServer() {
        mailServer.stop();
    }

    private Path config(String name) throws Exception {
        Path key = BROKER.folder().resolve(name + ".pem");
        assertThat(Typed.hapax("delivery", "keygen", key.toString()).exitCode()).isZero();
        Map<String, Object> smtp = Map.of(
                "host", "127.0.0.1",
                "port", mailServer.getSmtp().getPort(),
                "security", "plain",
                "from", "news@example.com",
                "verified-domains", List.of("example.com"));
        Path config = new ApplicationConfig(
                        name, BROKER.bootstrapServers(), BROKER.folder().resolve("state-" + name))
                .set("topics", "partitions", PARTITIONS)
                .set("delivery", "signing-key", key.toString())
                .set("delivery", "channels", Map.of("mail", Map.of("smtp", smtp)))
                .set("delivery", "policies", List.of(Map.of("name", "all", "channel", "mail", "staged-by", "topic")))
                .set("delivery", "claim-batch", CLAIM_BATCH)
                .set("delivery", "lease", "5s")
                .write(BROKER.folder().resolve(name + ".yaml"));
        done(config, "topics", "create", "--replication-factor", "1", "--with-sources");
        return config;
    }

    private static Typed typed(Path config, String... words) {
        String[] all = Arrays.copyOf(words, words.length + 4);
        all[words.length] = "-c";
        all[words.length + 1] = config.toString();
        all[words.length + 2] = "-o";
        all[words.length + 3] = "json";
        return Typed.hapax(words[0].equals("topics") ? Arrays.copyOf(all, words.length + 2) : all);
    }

    private static String done(Path config, String... words) {
        Typed typed = typed(config, words);
        assertThat(typed.exitCode()).as(typed.out() + typed.err()).isZero();
        return typed.out();
    }

    private static void enable(Path config) {
        done(config, "delivery", "enable", "--reason", "test");
    }

    private static HapaxProcess start(Path config, String log, String command) throws Exception {
        return HapaxProcess.start(BROKER.folder().resolve(log), command, "-c", config.toString());
    }

    /** As a stranger would, with nothing but a producer. */
    private static void stage(String name, int from, int to) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", BROKER.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (int i = from; i < to; i++) {
                String mail = "From: news@example.com\r\nTo: u" + i + "@example.org\r\nMessage-ID: <m" + i
                        + "@example.com>\r\nSubject: Hello\r\n\r\nHello " + i + "\r\n";
                ProducerRecord<byte[], byte[]> record =
                        new ProducerRecord<>(name + ".deliveries", utf8("m" + i), utf8(mail));
                record.headers().add("hapax-channel", utf8("mail")).add("hapax-target", utf8("u" + i + "@example.org"));
                producer.send(record).get();
            }
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Map<String, String> states(Path config) throws Exception {
        JsonNode list = JSON.readTree(done(config, "deliveries", "list", "--limit", "10000"));
        return StreamSupport.stream(list.path("items").spliterator(), false)
                .collect(Collectors.toMap(
                        item -> item.path("id").asText(),
                        item -> item.path("state").asText(),
                        (a, b) -> b,
                        TreeMap::new));
    }

    private Map<String, Long> accepted() {
        return Arrays.stream(mailServer.getReceivedMessages())
                .map(message -> {
                    try {
                        return message.getMessageID().replaceAll("[<>]|@.*", "");
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                })
                .collect(Collectors.groupingBy(id -> id, TreeMap::new, Collectors.counting()));
    }

    @Test
    void shouldSendNoDeliveryTwiceWhenWorkersAndInstanceAreKilled() throws Exception {
        Path config = config("killed");
        enable(config);
        int all = 300;
        HapaxProcess instance = start(config, "killed-instance.log", "run");
        HapaxProcess first = start(config, "killed-worker-1.log", "deliver");
        try {
            stage("killed", 0, all);
            await().atMost(Duration.ofMinutes(2)).until(() -> accepted().size() > 20);
            first.kill();
            int whenKilled = accepted().size();
            assertThat(whenKilled).as("killed half-way").isLessThan(all);
            instance.kill();
            instance = start(config, "killed-instance.log", "run");
            first = start(config, "killed-worker-2.log", "deliver");
            HapaxProcess worker = first;
            Set<String> settled = Set.of("SENT", "STRANDED");
            await().atMost(Duration.ofSeconds(150))
                    .pollInterval(Duration.ofSeconds(2))
                    .untilAsserted(() -> {
                        assertThat(worker.isAlive()).as(worker.printed()).isTrue();
                        assertThat(states(config))
                                .hasSize(all)
                                .allSatisfy((id, state) ->
                                        assertThat(settled).as(id).contains(state));
                    });

            Map<String, String> states = states(config);
            assertThat(accepted().values()).as("accepted twice").allMatch(count -> count == 1);
            Set<String> sent = new TreeSet<>(states.keySet());
            sent.removeIf(id -> !"SENT".equals(states.get(id)));
            assertThat(accepted().keySet()).as("every SENT was accepted").containsAll(sent);
            assertThat(states.size() - sent.size()).as("stranded").isBetween(0, CLAIM_BATCH * PARTITIONS);
            assertThat(JSON.readTree(done(config, "receipts", "verify")).path("problems"))
                    .isEmpty();
        } finally {
            first.close();
            instance.close();
        }
    }

    @Test
    void shouldSendNothingUntilItIsEnabledAndNothingAfterItIsDisabled() throws Exception {
        Path config = config("switched");
        HapaxProcess refused = start(config, "switched-refused.log", "deliver");
        assertThat(refused.exitCode(60)).isEqualTo(1);
        assertThat(refused.printedToErr()).contains("sending is off", "hapax delivery enable");
        enable(config);
        try (HapaxProcess instance = start(config, "switched-instance.log", "run");
                HapaxProcess worker = start(config, "switched-worker.log", "deliver")) {
            stage("switched", 0, 3);
            await().atMost(Duration.ofMinutes(2)).until(() -> accepted().size() == 3);

            done(config, "suppressions", "add", "U7@EXAMPLE.org", "--reason", "opted out");
            stage("switched", 7, 8);
            await().atMost(Duration.ofSeconds(90))
                    .until(() -> "SUPPRESSED".equals(states(config).get("m7")));

            done(config, "delivery", "disable", "--reason", "stop");
            stage("switched", 3, 6);
            await().atMost(Duration.ofSeconds(90))
                    .until(() -> states(config).values().stream()
                                    .filter("DUE"::equals)
                                    .count()
                            == 3);
            assertThat(accepted()).hasSize(3);

            enable(config);
            await().atMost(Duration.ofSeconds(90)).until(() -> accepted().size() == 6);
            worker.terminate();
            assertThat(worker.exitCode(60)).as(worker.printedToErr()).isZero();
            assertThat(instance.isAlive()).isTrue();
        }
    }

    @Test
    void shouldAskAPersonWhereNoPolicyApproves() throws Exception {
        Path config = config("asked");
        enable(config);
        Path mail = Files.writeString(
                BROKER.folder().resolve("mail.eml"), "From: news@example.com\r\nSubject: Hello\r\n\r\nHello\r\n");
        try (HapaxProcess instance = start(config, "asked-instance.log", "run");
                HapaxProcess worker = start(config, "asked-worker.log", "deliver")) {
            for (String id : List.of("yes", "no", "later")) {
                await().atMost(Duration.ofMinutes(2))
                        .until(() -> typed(
                                                config,
                                                "deliveries",
                                                "stage",
                                                id,
                                                "--channel",
                                                "mail",
                                                "--to",
                                                id + "@example.org",
                                                "--file",
                                                mail.toString(),
                                                "--as",
                                                "ann")
                                        .exitCode()
                                == 0);
            }
            done(config, "deliveries", "reject", "no", "--reason", "spelling", "--as", "bob", "--sign-with-key");
            done(config, "deliveries", "approve", "yes", "--as", "bob", "--sign-with-key");

            await().atMost(Duration.ofSeconds(90))
                    .until(() -> states(config)
                            .equals(Map.of("yes", "SENT", "no", "REJECTED", "later", "AWAITING_APPROVAL")));
            assertThat(mailServer.getReceivedMessages()).hasSize(1);
            assertThat(typed(config, "deliveries", "cancel", "yes", "--reason", "late", "--as", "ann")
                            .exitCode())
                    .as("it was sent")
                    .isEqualTo(1);
            assertThat(done(config, "deliveries", "show", "yes"))
                    .contains("\"what\":\"sent\"", "bob", "cancel refused");
            assertThat(instance.isAlive() && worker.isAlive()).isTrue();
        }
    }
}
