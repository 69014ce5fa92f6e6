package dev.hapax.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An instance beyond loopback, where reads require the token. */
@Timeout(120)
class BeyondLoopbackTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    static Path folder;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.start(
                folder,
                "listen: 0.0.0.0, port: 0, advertised: 'hapax.example.org:8090', token: '${env:TOKEN}'",
                TestServer.echo());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void shouldLogReachabilityAtStartup() {
        try (Logged log = new Logged(AdminServer.class.getName());
                TestServer reachable = TestServer.start(
                        folder,
                        "listen: 0.0.0.0, port: 0, advertised: 'hapax.example.org:8090', token: '${env:TOKEN}'")) {
            assertThat(log.messages())
                    .containsExactly(
                            "Dashboard, API and metrics: "
                                    + reachable.server.binding().address(),
                            "Reachable from other machines on 0.0.0.0, port " + reachable.port()
                                    + ". /health and the files of the dashboard need no token; everything else requires"
                                    + " admin.token. Without admin.tls, the token is sent in plain text");
        }
    }

    @Test
    void shouldNotLogReachabilityOnLoopback() {
        try (Logged log = new Logged(AdminServer.class.getName());
                TestServer alone = TestServer.start(folder, "port: 0, token: '${env:TOKEN}'")) {
            assertThat(log.messages())
                    .containsExactly("Dashboard, API and metrics: "
                            + alone.server.binding().address());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/health/live", "/health/ready"})
    void shouldAnswerHealthChecksWithoutAToken(String path) throws Exception {
        assertThat(server.get(path).statusCode()).isIn(200, 503);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/metrics",
                "/api/config",
                "/api/status",
                "/api/openapi.json",
                "/nothing",
                "/health/../api/config",
                "/health/%2e%2e/api/config"
            })
    void shouldRequireTheTokenForEverythingElse(String path) throws Exception {
        String answer = Raw.ask(
                server.port(), "GET " + path + " HTTP/1.1", "Host: hapax.example.org:8090", "Connection: close");

        assertThat(answer).containsPattern("^HTTP/1.1 (400|401|404) ").doesNotContain("application-id");
    }

    @Test
    void shouldAnswerReadsWithTheToken() throws Exception {
        String authorization = "Bearer " + TestServer.TOKEN;

        assertThat(server.get("/api/config", "Authorization", authorization).statusCode())
                .isEqualTo(200);
        assertThat(server.get("/api/config", "Authorization", authorization + "x")
                        .statusCode())
                .isEqualTo(401);
        assertThat(server.post("/api/echo", "{}", "Authorization", authorization)
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void shouldAcceptTheTokenOfAWebSocketAsASubprotocol() throws Exception {
        String encoded = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(TestServer.TOKEN.getBytes(StandardCharsets.UTF_8));

        assertThat(upgrade("hapax, bearer." + encoded))
                .startsWith("HTTP/1.1 101")
                .contains("Sec-WebSocket-Protocol: hapax");
        assertThat(upgrade("hapax")).startsWith("HTTP/1.1 401");
        assertThat(upgrade("hapax, bearer.b3RoZXI")).startsWith("HTTP/1.1 401");
    }

    @Test
    void shouldCountOnlyWrongTokens() throws Exception {
        double before = wrongTokens();

        server.get("/api/config");
        server.get("/health/live", "Authorization", "Bearer not-the-token");
        server.get("/api/config", "Authorization", "Bearer not-the-token");
        server.post("/api/echo", "{}", "Authorization", "Bearer not-the-token");
        upgrade("hapax, bearer.b3RoZXI");
        upgrade("hapax");

        assertThat(wrongTokens()).isEqualTo(before + 3);
    }

    private static double wrongTokens() throws Exception {
        String metrics = server.get("/metrics", "Authorization", "Bearer " + TestServer.TOKEN)
                .body();
        Matcher counted =
                Pattern.compile("(?m)^hapax_admin_wrong_tokens_total (.*)$").matcher(metrics);
        assertThat(counted.find()).as(metrics).isTrue();
        return Double.parseDouble(counted.group(1));
    }

    private static String upgrade(String protocols) throws IOException {
        try (var socket = Raw.open(server.port())) {
            Raw.send(
                    socket,
                    String.join(
                            "\r\n",
                            "GET /ws-echo HTTP/1.1",
                            "Host: hapax.example.org:8090",
                            "Origin: http://hapax.example.org:8090",
                            "Connection: Upgrade",
                            "Upgrade: websocket",
                            "Sec-WebSocket-Version: 13",
                            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                            "Sec-WebSocket-Protocol: " + protocols,
                            "",
                            ""));
            byte[] head = new byte[4096];
            int read = socket.getInputStream().read(head);
            return new String(head, 0, Math.max(0, read), StandardCharsets.UTF_8);
        }
    }
}
