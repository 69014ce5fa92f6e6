package dev.hapax.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hapax.faults.TestBroker;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.instance.Instance;
import dev.hapax.live.InProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An instance whose reads need the token, and those who try what they can: with messages, requests, and a seat in its group. */
@Timeout(600)
class HostileClientsIT {

    private static final String TOKEN = "the-token-of-this-group";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final ObjectMapper JSON = new ObjectMapper();

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Application application;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Instance instance;

    @BeforeAll
    static void start() throws Exception {
        // Without an audit of its books: random requests forget keys and replay what they like.
        application = new Application("hostile", BROKER.bootstrapServers(), BROKER.folder());
        application.createTopics(config("one"));
        instance = InProcess.start(config("one"), BROKER.folder().resolve("one.yaml"));
        InProcess.awaitRunning(List.of(instance));
    }

    @AfterAll
    static void stop() {
        instance.close();
        application.close();
    }

    private static ApplicationConfig config(String name) {
        return application
                .config(name)
                .set("topics", "partitions", 2)
                .set("admin", "token", TOKEN)
                .set("admin", "require-token", "reads")
                .set("admin", "requests-per-second", 100_000)
                .set("admin", "mask", List.of("/card"));
    }

    @Test
    void shouldShowDataOnLoopbackOnlyWithTheTokenWhereReadsNeedIt() throws Exception {
        for (String path : List.of(
                "/api/status", "/api/quarantine", "/api/config", "/api/events", "/api/alerts", "/metrics", "/ws")) {
            assertThat(get(path, Map.of()).statusCode()).as(path).isEqualTo(401);
        }
        assertThat(get("/api/status", Map.of("Authorization", "Bearer " + TOKEN))
                        .statusCode())
                .isEqualTo(200);
        assertThat(get("/health/live", Map.of()).statusCode()).isEqualTo(200);
        assertThat(get("/", Map.of()).statusCode()).isEqualTo(200);
    }

    @Test
    void shouldTakeOnlyTheRightTokenForASignIn() throws Exception {
        assertThat(post("/api/sign-in", "", Map.of("Authorization", "Bearer not-the-token-at-all"))
                        .statusCode())
                .isEqualTo(401);
        HttpResponse<String> right =
                post("/api/sign-in", "", Map.of("Authorization", "Bearer " + TOKEN, "Hapax-Actor", "ann"));
        assertThat(right.statusCode()).isEqualTo(200);
        assertThat(right.body()).contains("\"actor\":\"ann\"", "\"roles\":[\"viewer\",\"operator\"]");
    }

    @Test
    void shouldSendAStrangerInItsGroupNothingThatIsOfUse() throws Exception {
        Queue<Received> received = new ConcurrentLinkedQueue<>();
        HttpServer ear = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ear.createContext("/", exchange -> {
            received.add(Received.of(exchange));
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });
        ear.start();
        String address = "127.0.0.1:" + ear.getAddress().getPort();
        // It knows the brokers and the name of the group, and not the token.
        ApplicationConfig strangers = config("stranger")
                .set("admin", "token", "what the stranger made up".replace(' ', '-'))
                .set("admin", "advertised", address);
        try (Instance stranger = InProcess.start(strangers, BROKER.folder().resolve("stranger.yaml"))) {
            InProcess.awaitRunning(List.of(instance, stranger));
            await().atMost(PATIENCE).until(() -> {
                get("/api/status", Map.of("Authorization", "Bearer " + TOKEN));
                get("/api/stats", Map.of("Authorization", "Bearer " + TOKEN));
                return received.stream().anyMatch(request -> request.path().startsWith("/api/stats"));
            });
        } finally {
            ear.stop(0);
        }

        for (Received request : received) {
            assertThat(request.all()).doesNotContain(TOKEN);
            Map<String, String> recorded = Map.of("Authorization", request.authorization());
            assertThat(get(request.path(), recorded).statusCode())
                    .as("the same read, at another instance: " + request)
                    .isEqualTo(request.path().startsWith("/health") ? 200 : 401);
            assertThat(get("/api/quarantine", recorded).statusCode()).isEqualTo(401);
            assertThat(post("/api/quarantine/drop", "{\"all\":true,\"reason\":\"x\",\"execute\":true}", recorded)
                            .statusCode())
                    .isEqualTo(401);
        }
    }

    @Test
    void shouldShowAMessageThatWasMadeToCostMemoryAndTheStack() throws Exception {
        String inner = "{\"card\":\"4111222233334444\"}";
        for (int i = 0; i < 6; i++) {
            inner = "[".repeat(600) + JSON.writeValueAsString(inner) + "]".repeat(600);
        }
        StringBuilder members = new StringBuilder("{\"m\":0");
        for (int i = 0; i < 60_000; i++) {
            members.append(",\"").append(i).append("\":0");
        }
        String wide = "{\"a\":".repeat(200) + members + "}".repeat(201);
        application.send(new ProducerRecord<>(application.input(), Application.utf8(inner)));
        application.send(new ProducerRecord<>(application.input(), Application.utf8(wide)));

        List<String> cases = new ArrayList<>();
        await().atMost(PATIENCE).until(() -> {
            cases.clear();
            JSON.readTree(get("/api/quarantine?limit=500", Map.of("Authorization", "Bearer " + TOKEN))
                            .body())
                    .path("items")
                    .forEach(item -> cases.add(item.path("case").asText()));
            return cases.size() >= 2;
        });

        for (String each : cases) {
            HttpResponse<String> shown =
                    get("/api/quarantine/" + each.replace("@", "%40"), Map.of("Authorization", "Bearer " + TOKEN));
            assertThat(shown.statusCode()).isEqualTo(200);
            assertThat(shown.body()).doesNotContain("4111222233334444").hasSizeLessThan(4 << 20);
        }
        assertThat(get("/health/ready", Map.of()).statusCode()).isEqualTo(200);
    }

    /** {@code -Dhapax.fuzz.requests=37000 -Dhapax.fuzz.seed=7} for more of them, and the same again. */
    @Test
    void shouldAnswerNoRequestWithAFailureOfItsOwn() throws Exception {
        long seed = Long.getLong("hapax.fuzz.seed", 7);
        int requests = Integer.getInteger("hapax.fuzz.requests", 300);
        for (int i = 0; i < 5; i++) {
            application.sendPoison("{\"card\":\"4111222233334444\",\"n\":" + i + "}}}");
        }
        application.send("known", "Payment failed", System.currentTimeMillis());
        List<String> names = new ArrayList<>(List.of("known", application.input(), "hapax", "r1"));
        await().atMost(PATIENCE).until(() -> {
            JsonNode page = JSON.readTree(get("/api/quarantine?limit=500", Map.of("Authorization", "Bearer " + TOKEN))
                    .body());
            page.path("items").forEach(item -> names.add(item.path("case").asText()));
            return page.path("items").size() >= 5;
        });
        String edit = "/api/quarantine/" + names.get(names.size() - 1).replace("@", "%40") + "/edit";
        assertThat(post(
                                edit,
                                "{\"reason\":\"x\",\"timestamp\":\"-999999999-01-01T00:00:00Z\"}",
                                Map.of("Authorization", "Bearer " + TOKEN))
                        .statusCode())
                .isEqualTo(400);

        RandomRequests random = new RandomRequests(seed, address(), TOKEN, names);
        String before = "none";
        for (int i = 0; i < requests; i++) {
            HttpRequest request = random.next();
            String asked = "seed " + seed + ", request " + i + ": " + request + " " + request.headers();
            HttpResponse<String> response;
            try {
                response = HTTP.send(request, BodyHandlers.ofString());
            } catch (IOException e) {
                throw new AssertionError(asked + " got no answer; the one before it got " + before, e);
            }
            before = response.statusCode() + " " + response.headers();
            String where = asked + " answered " + response.statusCode() + " " + response.body();
            if (response.statusCode() == 503) {
                assertThat(response.headers().firstValue("Retry-After"))
                        .as(where)
                        .isPresent();
            } else {
                assertThat(response.statusCode()).as(where).isLessThan(500);
            }
            assertThat(response.body()).as(where).doesNotContain("4111222233334444");
        }
        assertThat(get("/health/ready", Map.of()).statusCode()).isEqualTo(200);
    }

    /** What reached the stranger. */
    private record Received(String path, String authorization, String all) {

        static Received of(HttpExchange exchange) {
            String authorization = exchange.getRequestHeaders().getFirst("Authorization");
            return new Received(
                    exchange.getRequestURI().toString(),
                    authorization == null ? "" : authorization,
                    exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                            + exchange.getRequestHeaders().entrySet());
        }
    }

    private static URI address() {
        return instance.address().orElseThrow();
    }

    private static HttpResponse<String> get(String path, Map<String, String> headers) throws Exception {
        return send(HttpRequest.newBuilder(address().resolve(path)), headers);
    }

    private static HttpResponse<String> post(String path, String body, Map<String, String> headers) throws Exception {
        return send(HttpRequest.newBuilder(address().resolve(path)).POST(BodyPublishers.ofString(body)), headers);
    }

    private static HttpResponse<String> send(HttpRequest.Builder request, Map<String, String> headers)
            throws Exception {
        headers.forEach(request::header);
        return HTTP.send(request.timeout(PATIENCE).build(), BodyHandlers.ofString());
    }
}
