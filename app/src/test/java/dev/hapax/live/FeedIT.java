package dev.hapax.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.app.ConfigOption;
import dev.hapax.app.Typed;
import dev.hapax.config.EffectiveSettings;
import dev.hapax.config.Environment;
import dev.hapax.config.SettingsFile;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Judgement;
import dev.hapax.faults.TestBroker;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.instance.Instance;
import dev.hapax.wire.DecisionSerde;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two instances of one application, and clients that come and go. */
@Timeout(300)
class FeedIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final AtomicInteger SENT = new AtomicInteger();

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Application application;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Path file;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static List<Instance> instances;

    @BeforeAll
    static void start() throws Exception {
        application = BROKER.application("feed");
        application.createTopics(config("one"));
        file = config("one").write(BROKER.folder().resolve("one.yaml"));
        instances = List.of(instance("one"), instance("two"));
        for (Instance instance : instances) {
            assertThat(instance.awaitRunning(Duration.ofMinutes(1))).isTrue();
        }
        await().atMost(Duration.ofMinutes(1))
                .until(() -> application.members().values().stream()
                                .filter(partitions -> partitions == 1)
                                .count()
                        == 2);
    }

    private static ApplicationConfig config(String state) {
        return application.config(state).set("topics", "partitions", 2);
    }

    private static Instance instance(String state) throws IOException {
        EffectiveSettings settings = SettingsFile.load(
                config(state).write(BROKER.folder().resolve(state + ".yaml")), Environment.ofProcess());
        return Instance.start(settings, ConfigOption.sources(settings.settings()), Clock.systemUTC());
    }

    @AfterAll
    static void stop() {
        instances.forEach(Instance::close);
        application.close();
    }

    @Test
    void shouldTellAnAlertToAllOnceItsDecisionIsCommitted() throws Exception {
        try (Watcher one = watcher(0, null);
                Watcher two = watcher(1, null)) {
            hello(one);
            hello(two);

            alert("told");

            for (Watcher watcher : List.of(one, two)) {
                JsonNode alert = watcher.await1("alert", data -> identity(data).equals("told"));
                assertThat(alert.path("label").asText()).isEqualTo("billing-failure");
                assertThat(alert.path("important").asBoolean()).isTrue();
                assertThat(alert.path("id").asText()).startsWith("feed.alerts-");
                assertThat(alert.path("coordinates").asText()).startsWith("feed.in-");
            }
            assertThat(one.events().get(0).path("type").asText()).isEqualTo("hello");
            JsonNode state = one.await1("state", data -> data.path("instances").size() == 2);
            assertThat(state.path("ready").asBoolean()).isTrue();
        }
    }

    @Test
    void shouldTellNothingBeforeItsCommit() throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", BROKER.bootstrapServers(), "transactional.id", "open"),
                        new ByteArraySerializer(),
                        new ByteArraySerializer());
                Watcher watcher = watcher(0, null)) {
            hello(watcher);
            producer.initTransactions();
            producer.beginTransaction();
            var unused = producer.send(
                    new ProducerRecord<>("feed.alerts", bytes("uncommitted"), decision("uncommitted", "x")));
            producer.flush();

            watcher.awaitTwoSeconds();

            assertThat(watcher.events("alert"))
                    .noneMatch(event -> identity(event).equals("uncommitted"));
            producer.commitTransaction();
            watcher.await1("alert", data -> identity(data).equals("uncommitted"));
        }
    }

    @Test
    void shouldTellOfQuarantineAndWhatBecomesOfACase() throws Exception {
        try (Watcher watcher = watcher(1, null)) {
            hello(watcher);

            application.sendPoison("in the feed");
            SENT.incrementAndGet();

            JsonNode item = watcher.await1("quarantine", data -> true);
            String id = item.path("case").asText();
            assertThat(item.path("reason").asText()).isEqualTo("UNREADABLE");
            assertThat(item.path("state").asText()).isEqualTo("open");

            Typed assigned =
                    Typed.hapax("quarantine", "assign", id, "--to", "ada", "--as", "bob", "-c", file.toString());

            assertThat(assigned.exitCode()).as(assigned.err()).isZero();
            JsonNode change =
                    watcher.await1("case", data -> data.path("case").asText().equals(id));
            assertThat(change.path("state").asText()).isEqualTo("assigned");
            assertThat(change.path("owner").asText()).isEqualTo("ada");
            assertThat(change.path("by").asText()).isEqualTo("bob");
            assertThat(change.path("did").asText()).isEqualTo("assigned");
        }
    }

    @Test
    void shouldTellAReconnectingClientEverythingOnceWhereverItConnects() throws Exception {
        int messages = 300;
        String token = get(0, "/api/alerts?limit=1").path("resume").asText();
        CompletableFuture<Void> sending =
                CompletableFuture.runAsync(() -> IntStream.range(0, messages).forEach(i -> {
                    try {
                        alert("again-" + i);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }));
        List<String> seen = new ArrayList<>();
        int connections = 0;
        while (seen.stream().filter(identity -> identity.startsWith("again-")).count() < messages) {
            assertThat(connections).as("seen %s", seen).isLessThan(1_000);
            try (Watcher watcher = watcher(connections++ % 2, token)) {
                int wanted = connections % 7;
                await().atMost(PATIENCE)
                        .until(() ->
                                watcher.events("alert").size() >= wanted || (sending.isDone() && caughtUp(watcher)));
                for (JsonNode event : watcher.events()) {
                    token = event.path("id").asText();
                    if (event.path("type").asText().equals("alert")) {
                        seen.add(identity(event.path("data")));
                    }
                }
            }
        }
        sending.join();

        assertThat(connections).as("connections cut").isGreaterThan(10);
        assertThat(seen.stream().filter(identity -> identity.startsWith("again-")))
                .doesNotHaveDuplicates()
                .hasSize(messages);
    }

    /** It has heard the numbers of a second, and so all that was there before. */
    private static boolean caughtUp(Watcher watcher) {
        return !watcher.events("stats").isEmpty();
    }

    @Test
    void shouldReadFromTheTopicWhatIsNotAtHandAnyMore() throws Exception {
        int messages = 300;
        String token = get(1, "/api/alerts?limit=1").path("resume").asText();
        String large = "x".repeat(500_000);
        try (Watcher watcher = watcher(1, null)) {
            hello(watcher);
            for (int i = 0; i < messages; i++) {
                write("long-ago-" + i, i % 15 == 0 ? large : "x");
            }
            watcher.await1("alert", data -> identity(data).equals("long-ago-" + (messages - 1)));
        }

        try (Watcher late = watcher(1, token)) {
            late.await1("alert", data -> identity(data).equals("long-ago-" + (messages - 1)));
            await().atMost(PATIENCE).until(() -> longAgo(late).size() >= messages);
            assertThat(longAgo(late)).doesNotHaveDuplicates().hasSize(messages);
            assertThat(late.events("lost")).isEmpty();
        }

        deleteAllAlerts();
        try (Watcher tooLate = watcher(1, token)) {
            JsonNode lost = tooLate.await1("lost", data -> true);
            assertThat(lost.path("why").asText()).contains("feed.alerts-", "deleted by retention");
            write("after-the-loss", "x");
            tooLate.await1("alert", data -> identity(data).equals("after-the-loss"));
            assertThat(longAgo(tooLate)).isEmpty();
        }
    }

    private static void deleteAllAlerts() throws Exception {
        Map<TopicPartition, RecordsToDelete> all = Map.of(
                new TopicPartition("feed.alerts", 0),
                RecordsToDelete.beforeOffset(-1),
                new TopicPartition("feed.alerts", 1),
                RecordsToDelete.beforeOffset(-1));
        application.admin().deleteRecords(all).all().get();
    }

    private static List<String> longAgo(Watcher watcher) {
        return watcher.events("alert").stream()
                .map(event -> identity(event.path("data")))
                .filter(identity -> identity.startsWith("long-ago-"))
                .toList();
    }

    @Test
    void shouldLetASlowClientGoWhileOthersGoOn() throws Exception {
        String large = "x".repeat(500_000);
        try (Watcher slow = Watcher.asleep(HTTP, address(0));
                Watcher other = watcher(0, null)) {
            hello(other);
            for (int i = 0; i < 60; i++) {
                String identity = "large-" + i;
                write(identity, large);
                other.await1("alert", data -> identity(data).equals(identity));
            }

            slow.wakeUp();

            await().atMost(PATIENCE).until(() -> slow.closed() != null);
            assertThat(slow.closed()).startsWith("4008 too slow");
            assertThat(slow.events("alert")).hasSizeLessThan(60);
            assertThat(other.closed()).isNull();
        }
    }

    @Test
    void shouldStreamToScriptsAndResumeThem() throws Exception {
        HttpResponse<InputStream> response = HTTP.send(
                HttpRequest.newBuilder(address(0).resolve("/api/events")).build(), BodyHandlers.ofInputStream());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("text/event-stream; charset=utf-8");
        String id;
        try (Lines lines = new Lines(response.body())) {
            assertThat(lines.next()).isEqualTo("event: hello");
            alert("streamed");
            lines.until("event: alert");
            id = lines.next().substring("id: ".length());
            assertThat(JSON.readTree(lines.next().substring("data: ".length()))
                            .path("identity")
                            .asText())
                    .isEqualTo("streamed");
        }
        alert("streamed-later");

        HttpResponse<InputStream> resumed = HTTP.send(
                HttpRequest.newBuilder(address(1).resolve("/api/events"))
                        .header("Last-Event-ID", id)
                        .build(),
                BodyHandlers.ofInputStream());

        try (Lines lines = new Lines(resumed.body())) {
            lines.until("event: alert");
            lines.next();
            assertThat(lines.next()).contains("\"identity\":\"streamed-later\"");
        }
    }

    /** Either would be for each client anew, and take memory for each. */
    @Test
    void shouldNeitherCompressNorKeepASession() throws Exception {
        URI instance = address(0);
        try (Socket socket = new Socket(instance.getHost(), instance.getPort())) {
            socket.getOutputStream()
                    .write(bytes("GET /ws HTTP/1.1\r\nHost: " + instance.getAuthority()
                            + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                            + "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n"));
            byte[] answer = new byte[4_096];
            int length = socket.getInputStream().read(answer);

            assertThat(new String(answer, 0, length, StandardCharsets.ISO_8859_1))
                    .startsWith("HTTP/1.1 101 ")
                    .doesNotContain("permessage-deflate", "Set-Cookie");
        }
    }

    @Test
    void shouldRefuseATokenThatIsNone() throws Exception {
        try (Watcher watcher = watcher(0, "garbage")) {
            await().atMost(PATIENCE).until(() -> watcher.closed() != null);
            assertThat(watcher.closed()).startsWith("4400 from: 'garbage' is no token");
        }
        for (String path : List.of("/api/events?from=garbage", "/api/alerts?before=garbage", "/api/alerts?limit=no")) {
            HttpResponse<String> response =
                    HTTP.send(HttpRequest.newBuilder(address(0).resolve(path)).build(), BodyHandlers.ofString());
            assertThat(response.statusCode()).as(path).isEqualTo(400);
            assertThat(response.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith("application/problem+json");
        }
    }

    @Test
    void shouldJoinPagesOfHistoryAndWhatFollowsWithoutGapOrOverlap() throws Exception {
        for (int i = 0; i < 20; i++) {
            alert("page-" + i);
        }
        await().atMost(PATIENCE)
                .until(() -> identities(get(0, "/api/alerts?limit=500")).stream()
                                .filter(identity -> identity.startsWith("page-"))
                                .count()
                        == 20);
        List<String> listed = new ArrayList<>();
        JsonNode page = get(0, "/api/alerts?limit=7");
        String resume = page.path("resume").asText();
        alert("after-the-first-page");
        listed.addAll(ids(page));
        while (!page.path("next").isNull()) {
            // Any instance goes on where another has stopped.
            page = get(
                    listed.size() % 2,
                    "/api/alerts?limit=7&before=" + page.path("next").asText());
            assertThat(page.path("resume").asText()).isEqualTo(resume);
            listed.addAll(ids(page));
        }
        alert("after-all-pages");

        assertThat(listed).doesNotHaveDuplicates();
        try (Watcher watcher = watcher(1, resume)) {
            watcher.await1("alert", data -> identity(data).equals("after-all-pages"));
            List<String> followed = watcher.events("alert").stream()
                    .map(event -> event.path("data").path("id").asText())
                    .toList();
            assertThat(followed).hasSize(2).doesNotContainAnyElementsOf(listed);
        }
        JsonNode one = get(1, "/api/decisions?identity=page-3");
        assertThat(identities(one)).containsExactly("page-3");
        assertThat(one.path("next").isNull()).isTrue();
    }

    @Test
    void shouldShowTheNumbersOfBothInstancesOnEither() throws Exception {
        alert("counted-0");
        alert("counted-0");
        for (int i = 1; i < 10; i++) {
            alert("counted-" + i);
        }

        for (int instance = 0; instance < 2; instance++) {
            int asked = instance;
            await().atMost(PATIENCE).untilAsserted(() -> {
                JsonNode stats = get(asked, "/api/stats");
                assertThat(stats.path("instances").asInt()).isEqualTo(2);
                assertThat(stats.path("missing")).isEmpty();
                assertThat(stats.path("totals").path("read").asInt()).isEqualTo(SENT.get());
                assertThat(stats.path("totals").path("duplicates").asInt()).isEqualTo(1);
            });
        }
        long one =
                get(0, "/api/stats?scope=instance").path("totals").path("read").asLong();
        long two =
                get(1, "/api/stats?scope=instance").path("totals").path("read").asLong();
        assertThat(one).isPositive();
        assertThat(two).isPositive();
        assertThat(one + two).isEqualTo(SENT.get());
    }

    private static Watcher watcher(int instance, @Nullable String from) {
        return Watcher.of(HTTP, address(instance), from);
    }

    private static void hello(Watcher watcher) {
        watcher.await1("hello", data -> true);
    }

    private static URI address(int instance) {
        return instances.get(instance).address().orElseThrow();
    }

    /** Has an instance raise an alert. */
    private static void alert(String identity) throws Exception {
        application.send(identity, "Payment failed", System.currentTimeMillis());
        SENT.incrementAndGet();
    }

    /** Writes an alert where the instances would. */
    private static void write(String identity, String reason) throws Exception {
        application.send(new ProducerRecord<>("feed.alerts", bytes(identity), decision(identity, reason)));
    }

    private static byte[] decision(String identity, String reason) {
        return DecisionSerde.write(new Decision(
                identity,
                0,
                "feed.in",
                new Coordinates("feed.in", 0, 0),
                System.currentTimeMillis(),
                new Fingerprint(1, 2),
                new Judgement("made-up", true, 1, reason, "rule"),
                "rules@0"));
    }

    private static JsonNode get(int instance, String path) throws Exception {
        HttpResponse<String> response = HTTP.send(
                HttpRequest.newBuilder(address(instance).resolve(path)).build(), BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    private static List<String> identities(JsonNode page) {
        List<String> identities = new ArrayList<>();
        page.path("items").forEach(item -> identities.add(identity(item)));
        return identities;
    }

    private static List<String> ids(JsonNode page) {
        List<String> ids = new ArrayList<>();
        page.path("items").forEach(item -> ids.add(item.path("id").asText()));
        return ids;
    }

    private static String identity(JsonNode data) {
        return data.path("identity").asText();
    }

    private static byte[] bytes(String text) {
        return Objects.requireNonNull(text).getBytes(StandardCharsets.UTF_8);
    }
}
