package dev.hapax.admin;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The checks of an instance on loopback. */
@Timeout(120)
class GateTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String BEARER = "Bearer " + TestServer.TOKEN;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    static Path folder;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.onLoopback(folder);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void shouldAllowChangesWithTheTokenAndReturnTheActor() throws Exception {
        HttpResponse<String> anna =
                server.post("/api/echo", "{\"a\":1}", "Authorization", BEARER, "Hapax-Actor", "anna");
        HttpResponse<String> unnamed = server.post("/api/echo", "{}", "Authorization", BEARER);

        assertThat(anna.statusCode()).as(anna.body()).isEqualTo(200);
        assertThat(JSON.readTree(anna.body())).isEqualTo(JSON.readTree("{\"actor\":\"anna\",\"body\":{\"a\":1}}"));
        assertThat(JSON.readTree(unnamed.body()).path("actor").asText()).isEqualTo("api");
    }

    @Test
    void shouldRejectAnInvalidActor() throws Exception {
        Responses.problem(server.post("/api/echo", "{}", "Authorization", BEARER, "Hapax-Actor", "x".repeat(101)), 400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer wrong", "Bearer", "Basic aGFwYXg6aGFwYXg=", "Bearer 0123456789abcdef-hunter"})
    void shouldRejectAChangeWithAWrongToken(String header) throws Exception {
        HttpResponse<String> answer = server.post("/api/echo", "{}", "Authorization", header);

        assertThat(Responses.problem(answer, 401).path("detail").asText()).contains("Bearer TOKEN");
        assertThat(answer.headers().firstValue("WWW-Authenticate")).hasValue("Bearer realm=\"hapax\"");
    }

    /** Otherwise a client that reuses the connection loses its next request. */
    @ParameterizedTest
    @ValueSource(strings = {"POST /api/echo", "GET /api/config"})
    void shouldSendConnectionCloseWhenItDoesNotReadTheBody(String line) throws Exception {
        try (Socket socket = Raw.open(server.port())) {
            Raw.send(
                    socket,
                    line
                            + " HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{");
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(answer).startsWith("HTTP/1.1 403 ").containsIgnoringCase("Connection: close");
        }
    }

    /** Otherwise a client that reuses the connection loses its next request; no route reads these bodies. */
    @ParameterizedTest
    @CsvSource({
        "GET /api/config, right",
        "GET /api/echo/text, right",
        "POST /api/nothing, right",
        "PUT /api/echo, right",
        "POST /api/echo, wrong",
        "PUT /api/echo, wrong"
    })
    void shouldAnswerTheNextRequestAfterALateBody(String line, String token) throws Exception {
        String head = line + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: "
                + (token.equals("right") ? BEARER : "Bearer wrong") + "\r\nContent-Length: 2\r\n\r\n";
        try (Socket socket = Raw.open(server.port())) {
            Raw.send(socket, head);
            MILLISECONDS.sleep(200);
            Raw.send(socket, "{}");
            String first = Raw.readAnswer(socket);
            assertThat(first).doesNotContainIgnoringCase("Connection: close");
            Raw.send(socket, "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            assertThat(Raw.readAnswer(socket)).as("after " + first).startsWith("HTTP/1.1 200");
        }
    }

    /** Jetty answers these itself, and closes the connection. */
    @ParameterizedTest
    @ValueSource(strings = {"GET /api/nothing/%00", "POST /api/nothing/%00", "GET /api/nothing/%zz", "HEAD /%00"})
    void shouldAnswerTheNextRequestAfterAMalformedOneOrCloseTheConnection(String line) throws Exception {
        try (Socket socket = Raw.open(server.port())) {
            Raw.send(
                    socket,
                    line + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: " + BEARER
                            + "\r\nContent-Length: 2\r\n\r\n{}");
            String first = Raw.readHead(socket);
            assertThat(first).startsWith("HTTP/1.1 400").containsIgnoringCase("Connection: close");
        }
    }

    @Test
    void shouldKeepTheConnectionOfAChangeWithoutAnUnreadBody() throws Exception {
        for (String head : List.of("POST /api/echo HTTP/1.1", "POST /api/nothing HTTP/1.1")) {
            boolean read = head.contains("echo");
            try (Socket socket = Raw.open(server.port())) {
                String request = head + "\r\nHost: localhost\r\nAuthorization: " + BEARER + "\r\nContent-Length: "
                        + (read ? "2\r\n\r\n{}" : "0\r\n\r\n");
                for (int i = 0; i < 3; i++) {
                    Raw.send(socket, request);
                    assertThat(Raw.readAnswer(socket)).startsWith(read ? "HTTP/1.1 200" : "HTTP/1.1 404");
                }
            }
        }
    }

    @Test
    void shouldRejectAChangeWithoutAToken() throws Exception {
        Responses.problem(server.post("/api/echo", "{}"), 401);
        Responses.problem(server.post("/api/nothing", "{}"), 401);
    }

    @Test
    void shouldRejectEveryChangeWithoutAConfiguredToken() throws Exception {
        try (TestServer without = TestServer.start(folder, "port: 0", TestServer.echo())) {
            assertThat(Responses.problem(without.post("/api/echo", "{}"), 403)
                            .path("detail")
                            .asText())
                    .contains("admin.token", "${env:NAME}");
            Responses.problem(without.post("/api/echo", "{}", "Authorization", BEARER), 403);
            assertThat(without.get("/api/config").statusCode()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://evil.example", "https://127.0.0.1", "null", "http://localhost.evil.example:1"})
    void shouldRejectOtherOrigins(String origin) throws Exception {
        Responses.problem(server.post("/api/echo", "{}", "Authorization", BEARER, "Origin", origin), 403);
        assertThat(upgrade("Origin: " + origin)).startsWith("HTTP/1.1 403");
    }

    @Test
    void shouldAcceptItsOwnOrigin() throws Exception {
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
    void shouldRejectAnUnknownHostName(String host) throws Exception {
        String answer = Raw.ask(server.port(), "GET /api/config HTTP/1.1", "Host: " + host, "Connection: close");

        assertThat(answer)
                .startsWith("HTTP/1.1 403")
                .contains("admin.advertised")
                .doesNotContain("application-id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST:1", "127.0.0.1", "[::1]:8090", "127.8.8.8:80"})
    void shouldAcceptTheHostNamesOfThisMachine(String host) throws Exception {
        assertThat(Raw.ask(server.port(), "GET /api/config HTTP/1.1", "Host: " + host, "Connection: close"))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void shouldAcceptAnyCharactersInAnIdentity() throws Exception {
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
    void shouldNotServeOtherFiles(String path) throws Exception {
        String answer = Raw.ask(
                server.port(), "GET " + path + " HTTP/1.1", "Host: 127.0.0.1:" + server.port(), "Connection: close");

        if (List.of("/api/config/", "/api/./echo/../config", "http://127.0.0.1/../api/config")
                .contains(path)) {
            // Other spellings of public paths, or unknown paths.
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
    void shouldAnswerMalformedRequestsWithAProblem(String request) throws Exception {
        String answer = Raw.ask(server.port(), request);

        assertThat(answer)
                .containsPattern("^HTTP/1.1 (400|505) ")
                .contains("application/problem+json", "Content-Security-Policy: default-src 'none'")
                .doesNotContain("Exception", "org.eclipse", "<html");
    }

    @Test
    void shouldRejectEndlessHeaders() throws Exception {
        String answer = Raw.ask(
                server.port(),
                "GET / HTTP/1.1",
                "Host: localhost",
                "X-Long: " + "x".repeat(50_000),
                "Connection: close");

        assertThat(answer).startsWith("HTTP/1.1 431").contains("application/problem+json");
    }

    // Ports.
}
