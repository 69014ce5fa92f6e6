package dev.hapax.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.config.AdminSettings;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an instance answers on loopback, to whom it does not, and how it says so. */
@Timeout(120)
class AdminServerTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String BEARER = "Bearer " + TestServer.TOKEN;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    static Path folder;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static TestServer server;

    @BeforeAll
    static void start() {
        String settings = "port: 0, token: '${env:TOKEN}', max-request-bytes: 1KiB, requests-per-second: 10000";
        server = TestServer.start(folder, settings, echo());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static EchoPart echo() {
        return new EchoPart(new TokenAccess(new Token(TestServer.TOKEN)));
    }

    private static JsonNode problem(HttpResponse<String> answer, int status) throws Exception {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("application/problem+json");
        assertSafe(answer);
        JsonNode problem = JSON.readTree(answer.body());
        assertThat(problem.path("status").asInt()).isEqualTo(status);
        assertThat(problem.path("type").asText()).isEqualTo("about:blank");
        assertThat(problem.path("title").asText()).isNotBlank();
        assertThat(problem.path("detail").asText()).isNotBlank();
        assertThat(problem.path("instance").asText()).startsWith("/");
        return problem;
    }

    private static void assertSafe(HttpResponse<?> answer) {
        var headers = answer.headers();
        assertThat(headers.firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy)
                        .startsWith("default-src 'none'; script-src 'self';")
                        .contains("frame-ancestors 'none'")
                        .doesNotContain("unsafe"));
        assertThat(headers.firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(headers.firstValue("Referrer-Policy")).hasValue("no-referrer");
        assertThat(headers.firstValue("Cross-Origin-Opener-Policy")).hasValue("same-origin");
        assertThat(headers.firstValue("Cross-Origin-Resource-Policy")).hasValue("same-origin");
        assertThat(headers.firstValue("Cache-Control")).isPresent();
        assertThat(headers.map().keySet())
                .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("access-control-"))
                .doesNotContain("server", "x-powered-by", "set-cookie");
    }

    // What there is.

    @Test
    void shouldSayThatItLivesAndWhyItIsNotReadyWhenItHasNotStarted() throws Exception {
        HttpResponse<String> live = server.get("/health/live");
        HttpResponse<String> ready = server.get("/health/ready");

        assertThat(live.statusCode()).isEqualTo(200);
        assertThat(live.body()).isEqualTo("{\"status\":\"live\",\"state\":\"CREATED\"}");
        assertThat(ready.statusCode()).isEqualTo(503);
        assertThat(JSON.readTree(ready.body()).path("why").asText()).contains("starting");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/health/live", "/metrics", "/api/topology", "/api/config", "/api/openapi.json", "/nothing"})
    void shouldSendSafeHeadersWithEveryAnswer(String path) throws Exception {
        assertSafe(server.get(path));
    }

    @Test
    void shouldShowSettingsWithoutSecrets() throws Exception {
        HttpResponse<String> answer = server.get("/api/config");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("\"token\":\"***\"").doesNotContain("hunter2");
        assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
    }

    @Test
    void shouldTellTheTopologyInPartsAndAsText() throws Exception {
        JsonNode topology = JSON.readTree(server.get("/api/topology").body());

        assertThat(topology.path("description").asText()).startsWith("Topologies:");
        assertThat(topology.path("subtopologies").path(0).path("nodes"))
                .anySatisfy(node -> assertThat(node.toString()).contains("\"type\":\"source\",\"topics\":[\"in\"]"))
                .anySatisfy(node -> assertThat(node.toString()).contains("\"type\":\"sink\",\"topics\":[\"out\"]"));
    }

    @Test
    void shouldServeThePageAndSendItOnlyWhenItHasChanged() throws Exception {
        HttpResponse<String> page = server.get("/");
        String tag = page.headers().firstValue("ETag").orElse("");
        HttpResponse<String> again = server.get("/", "If-None-Match", tag);

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).startsWith("<!doctype html>");
        assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html;charset=utf-8");
        assertThat(page.headers().firstValue("Cache-Control")).hasValue("no-cache");
        assertSafe(page);
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThat(server.get("/app.js").headers().firstValue("Content-Type").orElse(""))
                .startsWith("text/javascript");
    }

    @Test
    void shouldDescribeEveryRouteAndNoOther() throws Exception {
        JsonNode document = JSON.readTree(server.get("/api/openapi.json").body());
        Set<String> described = new TreeSet<>();
        document.path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .fieldNames()
                        .forEachRemaining(
                                method -> described.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
        Set<String> routes = new TreeSet<>(server.server.routes());
        routes.removeIf(route -> route.contains("echo") || route.contains("broken") || route.contains("refused"));
        // The files of the page are no one's API.
        routes.removeIf(route -> route.matches("GET /[a-z0-9/-]+\\.(html|js|css|svg|png|ico|json)")
                && !route.equals("GET /api/openapi.json"));

        assertThat(document.path("openapi").asText()).isEqualTo("3.1.0");
        assertThat(described).containsExactlyElementsOf(routes);
    }

    // Problems.

    @Test
    void shouldSayWhatIsThereWhenAPathIsUnknown() throws Exception {
        JsonNode problem = problem(server.get("/api/nothing"), 404);

        assertThat(problem.path("detail").asText()).contains("/api/nothing", "/api/openapi.json");
    }

    @Test
    void shouldNameTheMethodsThereAreWhenAnotherIsUsed() throws Exception {
        HttpResponse<String> answer = server.post("/api/status", "{}", "Authorization", BEARER);

        assertThat(problem(answer, 405).path("detail").asText()).contains("POST", "GET");
        assertThat(answer.headers().firstValue("Allow")).hasValue("GET");
    }

    @Test
    void shouldTellAProblemAsThePartPutIt() throws Exception {
        JsonNode problem = problem(server.get("/api/refused"), 409);

        assertThat(problem.path("title").asText()).isEqualTo("Too late");
        assertThat(problem.path("detail").asText()).isEqualTo("Someone was first; ask again");
        assertThat(problem.path("instance").asText()).isEqualTo("/api/refused");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/broken", "/api/more-broken"})
    void shouldTellOnlyAnIdWhenItFails(String path) throws Exception {
        HttpResponse<String> answer = server.get(path);

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("application/problem+json");
        assertThat(answer.body())
                .containsPattern("under the id [0-9a-f]{8}")
                .doesNotContain("hunter2", "Exception", "Error\"", "dev.hapax", "at java");
        assertSafe(answer);
    }

    @Test
    void shouldSayWhereABodyIsNoJson() throws Exception {
        HttpResponse<String> answer = server.post("/api/echo", "{\n  \"a\": hunter2", "Authorization", BEARER);

        assertThat(problem(answer, 400).path("detail").asText()).contains("line 2");
        assertThat(answer.body()).doesNotContain("hunter2");
    }

    @Test
    void shouldRefuseABodyThatIsTooLarge() throws Exception {
        HttpResponse<String> announced = server.post("/api/echo", "x".repeat(1025), "Authorization", BEARER);
        HttpRequest chunked = HttpRequest.newBuilder(server.at("/api/echo"))
                .header("Authorization", BEARER)
                .POST(BodyPublishers.fromPublisher(BodyPublishers.ofString("x".repeat(100_000))))
                .build();
        HttpResponse<String> unannounced = server.client.send(chunked, BodyHandlers.ofString());

        assertThat(problem(announced, 413).path("detail").asText()).contains("max-request-bytes");
        assertThat(problem(unannounced, 413).path("detail").asText()).contains("max-request-bytes");
    }

    // Who may.

    @Test
    void shouldLetWriteWhoHasTheTokenAndSayForWhom() throws Exception {
        HttpResponse<String> anna =
                server.post("/api/echo", "{\"a\":1}", "Authorization", BEARER, "Hapax-Actor", "anna");
        HttpResponse<String> unnamed = server.post("/api/echo", "{}", "Authorization", BEARER);

        assertThat(anna.statusCode()).as(anna.body()).isEqualTo(200);
        assertThat(JSON.readTree(anna.body())).isEqualTo(JSON.readTree("{\"actor\":\"anna\",\"body\":{\"a\":1}}"));
        assertThat(JSON.readTree(unnamed.body()).path("actor").asText()).isEqualTo("api");
    }

    @Test
    void shouldRefuseAnActorThatIsNoName() throws Exception {
        problem(server.post("/api/echo", "{}", "Authorization", BEARER, "Hapax-Actor", "x".repeat(101)), 400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer wrong", "Bearer", "Basic aGFwYXg6aGFwYXg=", "Bearer 0123456789abcdef-hunter"})
    void shouldRefuseAWriteWithAWrongToken(String header) throws Exception {
        HttpResponse<String> answer = server.post("/api/echo", "{}", "Authorization", header);

        assertThat(problem(answer, 401).path("detail").asText()).contains("Bearer TOKEN");
        assertThat(answer.headers().firstValue("WWW-Authenticate")).hasValue("Bearer realm=\"hapax\"");
    }

    @Test
    void shouldRefuseAWriteWithoutAToken() throws Exception {
        problem(server.post("/api/echo", "{}"), 401);
        problem(server.post("/api/nothing", "{}"), 401);
    }

    @Test
    void shouldRefuseEveryWriteWhenThereIsNoToken() throws Exception {
        try (TestServer without = TestServer.start(folder, "port: 0", echo())) {
            assertThat(problem(without.post("/api/echo", "{}"), 403)
                            .path("detail")
                            .asText())
                    .contains("admin.token", "${env:NAME}");
            problem(without.post("/api/echo", "{}", "Authorization", BEARER), 403);
            assertThat(without.get("/api/config").statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://evil.example", "https://127.0.0.1", "null", "http://localhost.evil.example:1"})
    void shouldRefuseOtherOrigins(String origin) throws Exception {
        problem(server.post("/api/echo", "{}", "Authorization", BEARER, "Origin", origin), 403);
        assertThat(upgrade("Origin: " + origin)).startsWith("HTTP/1.1 403");
    }

    @Test
    void shouldTakeItsOwnOrigin() throws Exception {
        String own = "http://127.0.0.1:" + server.port();

        assertThat(server.post("/api/echo", "{}", "Authorization", BEARER, "Origin", own)
                        .statusCode())
                .isEqualTo(200);
        assertThat(upgrade("Origin: " + own)).startsWith("HTTP/1.1 101");
        assertThat(upgrade("X-None: 1")).as("no browser").startsWith("HTTP/1.1 101");
    }

    private static String upgrade(String header) throws Exception {
        try (var socket = Raw.open(server.port())) {
            Raw.send(
                    socket,
                    String.join(
                            "\r\n",
                            "GET /ws-echo HTTP/1.1",
                            "Host: 127.0.0.1:" + server.port(),
                            "Connection: Upgrade",
                            "Upgrade: websocket",
                            "Sec-WebSocket-Version: 13",
                            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                            header,
                            "",
                            ""));
            byte[] start = socket.getInputStream().readNBytes(12);
            return new String(start, StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"evil.example", "evil.example:8090", "127.0.0.1.evil.example", "localhost.evil.example", "[::2]"
            })
    void shouldRefuseANameThatWasMadeToLeadHere(String host) throws Exception {
        String answer = Raw.ask(server.port(), "GET /api/config HTTP/1.1", "Host: " + host, "Connection: close");

        assertThat(answer)
                .startsWith("HTTP/1.1 403")
                .contains("admin.advertised")
                .doesNotContain("application-id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST:1", "127.0.0.1", "[::1]:8090", "127.8.8.8:80"})
    void shouldAnswerToTheNamesOfThisMachine(String host) throws Exception {
        assertThat(Raw.ask(server.port(), "GET /api/config HTTP/1.1", "Host: " + host, "Connection: close"))
                .startsWith("HTTP/1.1 200");
    }

    // Paths.

    @Test
    void shouldTakeAnIdentityOfAnyCharactersAsOneSegment() throws Exception {
        assertThat(server.get("/api/echo/a%2Fb%3Fc%25%20%5C%3Bd%2F..%2Fe").body())
                .isEqualTo("a/b?c% \\;d/../e");
        assertThat(server.get("/api/echo/" + "%C3%A9+").body()).isEqualTo("é+");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../../etc/passwd",
                "/..%2f..%2fetc/passwd",
                "/%2e%2e/%2e%2e/etc/passwd",
                "/..;/..;/etc/passwd",
                "/api/echo/..",
                "/api/echo/%2e%2e/config",
                "/api/./echo/../config",
                "//etc/passwd",
                "/api//config",
                "/..%5c..%5cetc/passwd",
                "/dashboard/index.html",
                "/dev/hapax/admin/page/openapi.json",
                "/app.js/../../dev/hapax/admin/AdminServer.class",
                "/AdminServer.class",
                "/%00",
                "/api/config%00.js",
                "/%ff",
                "/%c0%ae%c0%ae/",
                "/api/config/",
                "http://127.0.0.1/../api/config",
                "*"
            })
    void shouldLeadNowhereElse(String path) throws Exception {
        String answer = Raw.ask(
                server.port(), "GET " + path + " HTTP/1.1", "Host: 127.0.0.1:" + server.port(), "Connection: close");

        if (List.of("/api/config/", "/api/./echo/../config", "http://127.0.0.1/../api/config")
                .contains(path)) {
            // Another way to write what is open anyway, or nothing.
            assertThat(answer).containsPattern("^HTTP/1.1 (200|400|403|404) ");
        } else {
            assertThat(answer)
                    .containsPattern("^HTTP/1.1 (400|403|404) ")
                    .contains("application/problem+json")
                    .contains("Content-Security-Policy: default-src 'none'");
        }
        assertThat(answer).doesNotContain("root:", "Exception", "org.eclipse", "<html");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\nHost: a\r\nHost: b",
                "GET /health/live HTTP/1.1",
                "NONSENSE",
                "GET /health/live HTTP/9.9\r\nHost: localhost",
                "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked",
                "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1"
            })
    void shouldRefuseWhatIsNoRequestWithAProblemToo(String request) throws Exception {
        String answer = Raw.ask(server.port(), request);

        assertThat(answer)
                .containsPattern("^HTTP/1.1 (400|505) ")
                .contains("application/problem+json", "Content-Security-Policy: default-src 'none'")
                .doesNotContain("Exception", "org.eclipse", "<html");
    }

    @Test
    void shouldRefuseHeadersWithoutEnd() throws Exception {
        String answer = Raw.ask(
                server.port(),
                "GET / HTTP/1.1",
                "Host: localhost",
                "X-Long: " + "x".repeat(20_000),
                "Connection: close");

        assertThat(answer).startsWith("HTTP/1.1 431").contains("application/problem+json");
    }

    // Ports.

    @Test
    void shouldNameTheSettingWhenThePortIsTaken() {
        AdminSettings taken = new AdminSettings(
                true,
                "127.0.0.1",
                server.port(),
                null,
                null,
                new AdminSettings.Tls(null, null, "PKCS12"),
                1024,
                1,
                1,
                List.of());

        assertThatThrownBy(() -> Binding.of(taken))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("admin.port: " + server.port(), "0 for any that is free");
    }
}
