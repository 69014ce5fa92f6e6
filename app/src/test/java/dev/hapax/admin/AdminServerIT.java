package dev.hapax.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.faults.TestBroker;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.instance.ScrapeCheck;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a running instance tells of itself, and what it keeps to itself. */
@Timeout(180)
class AdminServerIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String SECRET = "hunter2-never-shown";
    private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/");

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Application application;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static HapaxProcess instance;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static URI address;

    @BeforeAll
    static void start() throws Exception {
        application = BROKER.application("told");
        ApplicationConfig config = application.config().set("kafka", "my.password", SECRET);
        application.createTopics(config);
        config.set("admin", "token", "${env:TOKEN}");
        application.send("1", "Payment failed", System.currentTimeMillis());
        application.send(traced("{\"id\":\"1\",\"subject\":\"Payment failed\"}"));
        application.send(traced("unreadable"));
        instance = application.run(
                config, Map.of("TOKEN", SECRET, "HAPAX_LOG_FORMAT", "json", "HAPAX_LOG_LEVEL", "DEBUG"));
        address = await().atMost(PATIENCE).until(AdminServerIT::find, found -> found != null);
    }

    @AfterAll
    static void stop() throws Exception {
        instance.terminate();
        assertThat(instance.exitCode(60)).as(instance.printed()).isZero();
        assertThat(instance.printed()).doesNotContain(SECRET);
        application.close();
    }

    @Test
    void shouldTellHowItIs() throws Exception {
        await().atMost(PATIENCE).until(() -> get(address, "health/ready").statusCode() == 200);

        JsonNode status = await().atMost(PATIENCE)
                .until(
                        () -> JSON.readTree(get(address, "api/status").body()),
                        it -> it.path("lag").path("total").asLong(-1) == 0);

        assertThat(get(address, "health/ready").body()).isEqualTo("{\"status\":\"ready\",\"state\":\"RUNNING\"}");
        assertStatus(status, address);
    }

    @Test
    void shouldTellNoSecretToAnyone() throws Exception {
        assertNothingSecret(instance, address);
    }

    /** A second one on the same port says so before it does anything else. */
    @Test
    void shouldRefuseToStartOnAPortThatIsTaken() throws Exception {
        assertOnlyItself(application, address);
    }

    /** Prometheus and whoever gathers the log, each in their own words. */
    @Test
    void shouldTellMachinesWhatItDoesInNamesThatAreDocumented() throws Exception {
        List<String> wanted = documentedNamesOfKafka();
        assertThat(wanted).hasSizeGreaterThan(5);
        wanted.addAll(List.of(
                messages("admitted"),
                messages("duplicate"),
                messages("quarantined"),
                "# TYPE hapax_guard_entries gauge",
                "hapax_quarantined_messages_total{reason=\"UNREADABLE\"} 1.0"));
        // Kafka's meters come with the tasks, and are looked for every 10 s.
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(get(address, "metrics").body()).contains(wanted));
        ScrapeCheck.check(get(address, "metrics").body());

        // The last may be under way.
        String printed = instance.printedToErr();
        List<JsonNode> lines = new ArrayList<>();
        for (String line : printed.substring(0, printed.lastIndexOf('\n')).split("\n", -1)) {
            lines.add(JSON.readTree(line));
        }
        assertThat(lines)
                .filteredOn(line -> line.path("traceId").asText().equals(TRACE))
                .hasSize(2)
                .allSatisfy(line -> {
                    assertThat(line.path("instance").asText()).isEqualTo("127.0.0.1:" + address.getPort());
                    assertThat(line.path("coordinates").asText()).startsWith("told.in-0@");
                    assertThat(line.path("source").asText()).isEqualTo("told.in");
                });
    }

    private static ProducerRecord<byte[], byte[]> traced(String value) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(application.input(), Application.utf8(value));
        record.headers().add("traceparent", Application.utf8("00-" + TRACE + "-00f067aa0ba902b7-01"));
        return record;
    }

    private static List<String> documentedNamesOfKafka() throws IOException {
        String page = Files.readString(Path.of(System.getProperty("hapax.root"), "docs", "metrics.md"));
        return Pattern.compile("`(kafka_[a-z0-9_]*[a-z])`")
                .matcher(page)
                .results()
                .map(name -> "# TYPE " + name.group(1) + " ")
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private static String messages(String outcome) {
        return "hapax_messages_total{outcome=\"" + outcome + "\",source=\"told.in\"} 1.0";
    }

    private static void assertStatus(JsonNode status, URI address) {
        String self = "127.0.0.1:" + address.getPort();
        assertThat(status.path("application").asText()).isEqualTo("told");
        assertThat(status.path("instance").asText()).isEqualTo(self);
        assertThat(status.path("kafka").asText()).isEqualTo("4.3.1");
        assertThat(status.path("state").asText()).isEqualTo("RUNNING");
        assertThat(status.path("ready").asBoolean()).isTrue();
        assertThat(status.path("writes").asBoolean()).isTrue();
        assertThat(status.path("restore").path("running").asBoolean()).isFalse();
        assertThat(status.path("threads")).hasSize(1);
        assertThat(status.path("tasks"))
                .isNotEmpty()
                .allSatisfy(task -> assertThat(task.path("instance").asText()).isEqualTo(self))
                .anySatisfy(
                        task -> assertThat(task.path("partitions").toString()).contains("\"told.in-0\""));
        assertThat(status.path("lag").path("partitions"))
                .anySatisfy(lag -> assertThat(lag.path("partition").asText()).isEqualTo("told.in-0"));
        assertThat(status.path("version").asText()).isNotEmpty();
        assertThat(status.path("java").asText()).isNotEmpty();
        assertThat(status.path("instances")).hasSize(1);
        JsonNode only = status.path("instances").path(0);
        assertThat(only.path("address").asText()).isEqualTo(self);
        assertThat(only.path("self").asBoolean()).isTrue();
        assertThat(only.path("state").asText()).isEqualTo("RUNNING");
        assertThat(only.path("version")).isEqualTo(status.path("version"));
        assertThat(only.path("threads")).isEqualTo(status.path("threads"));
        assertThat(only.path("restore")).isEqualTo(status.path("restore"));
    }

    private static void assertOnlyItself(Application application, URI address) throws Exception {
        ApplicationConfig same = application.config("other-state").set("admin", "port", address.getPort());
        try (HapaxProcess second = application.run(same, Map.of())) {
            assertThat(second.exitCode(60)).isEqualTo(2);
            assertThat(second.printedToErr())
                    .contains("hapax: admin.port: " + address.getPort(), "use 0 for any free one")
                    .doesNotContain("Exception");
        }
    }

    private void assertNothingSecret(HapaxProcess instance, URI address) throws Exception {
        String settings = get(address, "api/config").body();
        assertThat(JSON.readTree(settings).path("admin").path("token").asText()).isEqualTo("***");
        assertThat(settings).contains("my.password").doesNotContain(SECRET);
        for (String path : new String[] {"api/status", "api/topology", "metrics", "api/openapi.json", "nothing"}) {
            assertThat(get(address, path).body()).isNotEmpty().doesNotContain(SECRET);
        }
        HttpRequest wrong = HttpRequest.newBuilder(address.resolve("api/keys/x/forget"))
                .header("Authorization", "Bearer " + SECRET + "-almost")
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();
        assertThat(client.send(wrong, BodyHandlers.ofString()).statusCode()).isEqualTo(401);
        assertThat(get(address, "metrics").body()).contains("# TYPE ");
        assertThat(instance.printed()).doesNotContain(SECRET);
    }

    private static @Nullable URI find() throws IOException {
        Matcher matcher = ADDRESS.matcher(instance.printedToErr());
        return matcher.find() ? URI.create(matcher.group()) : null;
    }

    private HttpResponse<String> get(URI address, String path) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(address.resolve(path)).build(), BodyHandlers.ofString());
    }
}
