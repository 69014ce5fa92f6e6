package dev.hapax.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hapax.app.ConfigOption;
import dev.hapax.config.EffectiveSettings;
import dev.hapax.config.SettingsFile;
import dev.hapax.deploy.RecordingAuthorizer.Asked;
import dev.hapax.embedded.BrokerOptions;
import dev.hapax.embedded.EmbeddedBroker;
import dev.hapax.instance.Instance;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The ACLs of docs/permissions.md are enough for each role, and each of them is needed. */
@Timeout(240)
class PermissionsIT {

    private static final List<String> ROLES = List.of("hapax-topics", "hapax", "viewer", "operator", "billing", "shop");
    private static final String TOKEN = "0123456789abcdef";
    private static final String PLAIN =
            "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"%s\" password=\"%s-secret\"%s;";

    @TempDir
    private Path folder;

    private String brokers = "";

    @Test
    void shouldBeEnoughForEachRoleAndNoMore() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), withAuthorizer())) {
            brokers = broker.bootstrapServers();
            AclCommands.run(brokers, loginFile("admin"));

            hapax("hapax-topics", "topics", "create", "--with-sources");
            produce("{\"id\":\"m1\",\"subject\":\"Payment failed\"}", "{\"id\":\"m1\",\"subject\":\"Payment failed\"}");
            produce("{broken 1", "{broken 2", "{broken 3", "{\"id\":\"m2\",\"subject\":\"Payment failed\"}");
            try (Instance instance = instance()) {
                assertThat(consume(2)).hasSizeGreaterThanOrEqualTo(2);
                await().atMost(Duration.ofSeconds(60)).until(() -> cases().size() == 3);
                changeOverHttp(instance.address().orElseThrow());
                read();
                act();
                awaitPurge();
            }

            assertThat(denied())
                    .as("actions for which docs/permissions.md grants nothing")
                    .isEmpty();
            assertThat(unused())
                    .as("ACLs of docs/permissions.md that nobody needs")
                    .isEmpty();
        }
    }

    private void read() throws IOException {
        hapax("viewer", "topics", "check");
        hapax("viewer", "quarantine", "list");
        hapax("viewer", "quarantine", "show", cases().get(0));
        hapax(
                "viewer",
                "quarantine",
                "export",
                "--file",
                folder.resolve("viewer.jsonl").toString());
        hapax("viewer", "key", "why", "m1");
        hapax("viewer", "key", "list");
        hapax("viewer", "replay", "list");
        hapax("viewer", "replay", "--topic", "hapax.messages", "--to-earliest");
        hapax("viewer", "rules", "history");
        hapax("viewer", "verify");
    }

    private void act() throws IOException {
        String file = folder.resolve("operator.jsonl").toString();
        List<String> open = cases();
        hapax("operator", "topics", "check");
        hapax("operator", "quarantine", "export", "--state", "all", "--file", file);
        hapax("operator", "quarantine", "import", file);
        hapax("operator", "quarantine", "assign", open.get(0), "--to", "anna");
        hapax("operator", "quarantine", "replay", "--force", "--no-wait", open.get(0));
        hapax("operator", "quarantine", "show", open.get(0));
        hapax("operator", "replay", "--topic", "hapax.messages", "--to-earliest", "--execute");
        hapax("operator", "replay", "list");
        hapax("operator", "key", "forget", "m1", "--reason", "sent to the wrong address");
        hapax("operator", "key", "why", "m1");
        hapax("operator", "rules", "apply", "--reason", "first version");
        hapax("operator", "rules", "history");
        hapax("operator", "verify");
        // As from another cluster.
        String moved = Files.readString(Path.of(file))
                .replace("hapax.messages", "hapax.moved")
                .replace(base64("hapax.messages"), base64("hapax.moved"));
        Files.writeString(Path.of(file), moved);
        hapax("operator", "quarantine", "import", file);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private void changeOverHttp(URI instance) throws Exception {
        post(instance, "/api/quarantine/" + cases().get(0) + "/replay", "{\"wait\":\"0s\",\"force\":true}");
        post(instance, "/api/keys/m2/forget", "{\"reason\":\"sent to the wrong address\"}");
        post(
                instance,
                "/api/replays",
                "{\"topic\":\"hapax.messages\",\"from\":\"PT1H\",\"reason\":\"rules mended\",\"execute\":true}");
        get(instance, "/api/keys/m1?suppressed=true");
        get(instance, "/api/alerts");
        get(instance, "/api/decisions");
        get(instance, "/api/quarantine");
        get(instance, "/api/replays");
    }

    /** Kafka Streams deletes what it has processed of the repartition topic. */
    private void awaitPurge() {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> RecordingAuthorizer.asked().stream()
                        .anyMatch(asked -> asked.operation().name().equals("DELETE")));
    }

    private static List<Asked> denied() {
        return RecordingAuthorizer.asked().stream()
                .filter(asked -> ROLES.contains(asked.user()) && !asked.allowed() && !asked.optional())
                .toList();
    }

    private List<String> unused() throws Exception {
        try (Admin admin = Admin.create(new HashMap<String, Object>(login("admin")))) {
            Collection<AclBinding> bindings =
                    admin.describeAcls(AclBindingFilter.ANY).values().get(30, TimeUnit.SECONDS);
            assertThat(bindings)
                    .extracting(binding -> binding.entry().principal())
                    .containsOnly(ROLES.stream().map(role -> "User:" + role).toArray(String[]::new));
            return bindings.stream()
                    .filter(binding -> RecordingAuthorizer.asked().stream().noneMatch(asked -> allows(binding, asked)))
                    .map(binding -> binding.entry().principal() + " "
                            + binding.entry().operation() + " on " + binding.pattern())
                    .sorted()
                    .toList();
        }
    }

    private static boolean allows(AclBinding binding, Asked asked) {
        String name = binding.pattern().name();
        return asked.allowed()
                && binding.entry().principal().equals("User:" + asked.user())
                && binding.entry().operation() == asked.operation()
                && binding.pattern().resourceType() == asked.type()
                && (binding.pattern().patternType() == PatternType.PREFIXED
                        ? asked.name().startsWith(name)
                        : asked.name().equals(name));
    }

    private Instance instance() throws Exception {
        EffectiveSettings effective = SettingsFile.load(config("hapax"), name -> null);
        Instance instance = Instance.start(effective, ConfigOption.sources(effective.settings()), Clock.systemUTC());
        assertThat(instance.awaitRunning(Duration.ofSeconds(60))).as("runs").isTrue();
        return instance;
    }

    private String hapax(String user, String... words) throws IOException {
        return HapaxCommands.run(config(user), words);
    }

    private List<String> cases() throws IOException {
        return hapax("viewer", "quarantine", "list", "--ids").lines().toList();
    }

    private void produce(String... values) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                new HashMap<String, Object>(login("shop")), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (String value : values) {
                producer.send(new ProducerRecord<>("hapax.messages", value.getBytes(StandardCharsets.UTF_8)))
                        .get(30, TimeUnit.SECONDS);
            }
        }
    }

    /** Reads decisions and alerts, at least so many, and commits. */
    private List<String> consume(int atLeast) {
        Map<String, Object> settings = new HashMap<>(login("billing"));
        settings.putAll(
                Map.of("group.id", "billing", "auto.offset.reset", "earliest", "isolation.level", "read_committed"));
        List<String> values = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of("hapax.decisions", "hapax.alerts"));
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                consumer.poll(Duration.ofMillis(200))
                        .forEach(decision -> values.add(new String(decision.value(), StandardCharsets.UTF_8)));
                return values.size() >= atLeast;
            });
            consumer.commitSync();
        }
        return values;
    }

    private static void get(URI instance, String path) throws Exception {
        send(HttpRequest.newBuilder(instance.resolve(path)).GET());
    }

    private static void post(URI instance, String path, String body) throws Exception {
        send(HttpRequest.newBuilder(instance.resolve(path)).POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private static void send(HttpRequest.Builder request) throws Exception {
        HttpRequest sent = request.header("Authorization", "Bearer " + TOKEN)
                .header("Hapax-Actor", "anna")
                .build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(sent, HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode())
                .as("%s: %s", sent.uri(), response.body())
                .isBetween(200, 299);
    }

    private static BrokerOptions withAuthorizer() {
        StringBuilder users = new StringBuilder();
        Stream.concat(Stream.of("admin"), ROLES.stream())
                .forEach(user -> users.append(" user_")
                        .append(user)
                        .append("=\"")
                        .append(user)
                        .append("-secret\""));
        return BrokerOptions.defaults()
                .withProperty(
                        "listener.security.protocol.map",
                        "CLIENTS:SASL_PLAINTEXT,BROKERS:PLAINTEXT,CONTROLLER:PLAINTEXT")
                .withProperty("sasl.enabled.mechanisms", "PLAIN")
                .withProperty("listener.name.clients.plain.sasl.jaas.config", PLAIN.formatted("admin", "admin", users))
                .withProperty("authorizer.class.name", RecordingAuthorizer.class.getName())
                // The listeners of brokers and controller have no users.
                .withProperty("super.users", "User:admin;User:ANONYMOUS");
    }

    /** The configuration of the repository, with the login of a user. */
    private Path config(String user) throws IOException {
        Path file = folder.resolve(user + ".yaml");
        if (Files.notExists(file)) {
            Files.copy(
                    Repository.ROOT.resolve("config/rules.yaml"),
                    folder.resolve("rules.yaml"),
                    StandardCopyOption.REPLACE_EXISTING);
            StringBuilder kafka = new StringBuilder("kafka:\n");
            login(user)
                    .forEach((key, value) -> kafka.append("  ")
                            .append(key)
                            .append(": '")
                            .append(value)
                            .append("'\n"));
            String text = Repository.text("config/hapax.yaml");
            assertThat(text)
                    .contains(
                            "kafka:\n  bootstrap.servers: localhost:9092\n",
                            "streams: {}\n",
                            "reload: false ",
                            "port: 8090 ",
                            "token:  ");
            Files.writeString(
                    file,
                    text.replace("kafka:\n  bootstrap.servers: localhost:9092\n", kafka)
                            // Every half minute by default.
                            .replace("streams: {}\n", "streams:\n  repartition.purge.interval.ms: 500\n")
                            .replace("reload: false ", "reload: true ")
                            .replace("port: 8090 ", "port: 0 ")
                            .replace("token:  ", "token: " + TOKEN + "  "));
        }
        return file;
    }

    private Path loginFile(String user) throws IOException {
        Properties properties = new Properties();
        properties.putAll(login(user));
        Path file = folder.resolve(user + ".properties");
        try (var out = Files.newBufferedWriter(file)) {
            properties.store(out, null);
        }
        return file;
    }

    private Map<String, String> login(String user) {
        return Map.of(
                "bootstrap.servers",
                brokers,
                "security.protocol",
                "SASL_PLAINTEXT",
                "sasl.mechanism",
                "PLAIN",
                "sasl.jaas.config",
                PLAIN.formatted(user, user, ""));
    }
}
