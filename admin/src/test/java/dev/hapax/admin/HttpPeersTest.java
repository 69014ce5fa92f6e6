package dev.hapax.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hapax.config.AdminSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.streams.state.HostInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpPeersTest {

    private static final String TOKEN = "0123456789abcdef";
    private static final Instant NOW = Instant.parse("2026-05-05T17:00:00Z");

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpPeers peers = new HttpPeers(
            new HostInfo("localhost", 1),
            List::of,
            new AdminSettings(
                    true,
                    "127.0.0.1",
                    0,
                    null,
                    TOKEN,
                    AdminSettings.RequireToken.WRITES,
                    List.of(),
                    new AdminSettings.Tls(null, null, "PKCS12"),
                    2 << 20,
                    100,
                    10,
                    List.of(),
                    List.of()),
            Clock.fixed(NOW, ZoneOffset.UTC));

    @SuppressWarnings("NullAway.Init") // set before each test
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    @Test
    void shouldSendACredentialForOneReadInsteadOfTheToken() {
        server.createContext(
                "/api/stats",
                exchange -> answer(
                        exchange,
                        200,
                        "{\"query\":\"" + exchange.getRequestURI().getQuery() + "\",\"authorization\":\""
                                + exchange.getRequestHeaders().getFirst("Authorization") + "\"}"));

        JsonNode said = peers.get(peer(), "/api/stats?scope=instance");

        String authorization = said.path("authorization").asText();
        assertThat(said.path("query").asText()).isEqualTo("scope=instance");
        assertThat(authorization).startsWith("Hapax-Peer ").doesNotContain(TOKEN);
        assertThat(new PeerCredential(TOKEN)
                        .isIn(authorization, Peers.address(peer()), "/api/stats", "/api/stats?scope=instance", NOW))
                .isTrue();
    }

    @Test
    void shouldSendNothingToAnAddressThatIsNotAllowed() {
        HostInfo stranger =
                new HostInfo("stranger.example.org", server.getAddress().getPort());

        ProblemException problem =
                catchThrowableOfType(ProblemException.class, () -> peers.get(stranger, "/api/status"));

        assertThat(problem.title()).isEqualTo(Peers.NOT_ALLOWED);
        assertThat(problem).hasMessageContainingAll("stranger.example.org", "admin.peers");
    }

    @Test
    void shouldPassOnTheProblemOfAnotherInstance() {
        server.createContext(
                "/", exchange -> answer(exchange, 404, "{\"title\":\"No such key\",\"detail\":\"k-7 is unknown\"}"));

        ProblemException problem = problem("/api/keys/k-7");

        assertThat(problem.status()).isEqualTo(404);
        assertThat(problem).hasMessage("k-7 is unknown");
    }

    @Test
    void shouldNotReportARejectedPeerCredentialAsAnErrorOfTheClient() {
        server.createContext("/", exchange -> answer(exchange, 401, "{}"));

        ProblemException problem = problem("/api/status");

        assertThat(problem.status()).isEqualTo(502);
        assertThat(problem).hasMessageContaining("admin.token must be the same for all instances");
    }

    @Test
    void shouldRejectALargeResponse() {
        server.createContext("/", exchange -> answer(exchange, 200, "\"" + "x".repeat(11 << 20) + "\""));

        assertThat(problem("/api/status")).hasMessageContaining("more than 10485760 bytes");
    }

    @Test
    void shouldTimeOutOnAnEndlessResponse() {
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 100);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
        });

        assertThat(problem("/api/status")).hasMessageContaining("no answer within 2 s");
    }

    @Test
    void shouldNameAnUnreachableInstance() {
        HostInfo peer = peer();
        server.stop(0);

        ProblemException problem = catchThrowableOfType(ProblemException.class, () -> peers.get(peer, "/api/status"));

        assertThat(problem.status()).isEqualTo(502);
        assertThat(problem.title()).isEqualTo(Peers.UNREACHABLE);
        assertThat(problem).hasMessageContaining("localhost:" + peer.port());
    }

    private ProblemException problem(String path) {
        return catchThrowableOfType(ProblemException.class, () -> peers.get(peer(), path));
    }

    private HostInfo peer() {
        return new HostInfo("localhost", server.getAddress().getPort());
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        try (var out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }
}
