package dev.hapax.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients that send too much, too slowly, or nothing. */
@Timeout(120)
class StressTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    @Test
    void shouldLimitTheRateOfAClientButNotOfHealthChecks() throws Exception {
        try (TestServer server = TestServer.start(folder, "port: 0, requests-per-second: 5")) {
            List<Integer> answers = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                answers.add(server.get("/api/config").statusCode());
            }
            HttpResponse<String> refused = server.get("/api/config");

            assertThat(answers)
                    .startsWith(200, 200, 200, 200, 200, 200, 200, 200, 200, 200)
                    .contains(429);
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.body()).contains("admin.requests-per-second (5)");
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(server.get("/health/live").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void shouldDisconnectAClientThatSendsARequestSlowly() throws Exception {
        try (TestServer server = TestServer.start(folder, "port: 0");
                Socket fresh = Raw.open(server.port());
                Socket known = Raw.open(server.port())) {
            Raw.send(known, "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(known.getInputStream().readNBytes(12)).isNotEmpty();

            assertThat(isCutOff(fresh)).as("on its first request").isTrue();
            assertThat(isCutOff(known)).as("on its second request").isTrue();
            assertThat(server.get("/health/live").statusCode()).isEqualTo(200);
        }
    }

    /** Whether it is closed while the client keeps sending single bytes. */
    private static boolean isCutOff(Socket socket) {
        await().atMost(SOON).pollInterval(Duration.ofMillis(100)).until(() -> {
            try {
                Raw.send(socket, "G");
                return false;
            } catch (IOException e) {
                return true;
            }
        });
        return true;
    }

    @Test
    void shouldDisconnectAClientThatSendsABodySlowly() throws Exception {
        EchoPart echo = TestServer.echo();
        try (TestServer server = TestServer.start(folder, "port: 0, token: '${env:TOKEN}'", echo);
                Socket socket = Raw.open(server.port())) {
            Raw.send(
                    socket,
                    "POST /api/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\nAuthorization: Bearer "
                            + TestServer.TOKEN + "\r\n\r\n");

            assertThat(isCutOff(socket)).isTrue();
        }
    }

    @Test
    void shouldKeepAConnectionThatWaitsBetweenTwoRequests() throws Exception {
        try (TestServer server = TestServer.start(folder, "port: 0");
                Socket socket = Raw.open(server.port())) {
            String request = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n";
            Raw.send(socket, request);
            int first = socket.getInputStream().read(new byte[4096]);
            // Only time shows that it was not closed.
            await().pollDelay(TestServer.PATIENCE.multipliedBy(2)).until(() -> true);

            Raw.send(socket, request);

            assertThat(socket.getInputStream().read(new byte[4096]))
                    .isEqualTo(first)
                    .isPositive();
        }
    }

    @Test
    void shouldAnswerWhileAThousandConnectionsAreSilent() throws Exception {
        try (TestServer server = TestServer.start(folder, "port: 0, max-clients: 100")) {
            List<Socket> sockets = new ArrayList<>();
            try {
                for (int i = 0; i < 1_000; i++) {
                    Socket socket = new Socket();
                    sockets.add(socket);
                    connect(socket, server.port());
                }
                assertThat(sockets.stream().filter(Socket::isConnected)).hasSizeGreaterThan(300);

                await().atMost(Duration.ofSeconds(60))
                        .ignoreExceptions()
                        .until(() -> server.get("/health/live").statusCode() == 200);
            } finally {
                for (Socket socket : sockets) {
                    socket.close();
                }
            }
            assertThatCode(() -> server.get("/health/live")).doesNotThrowAnyException();
        }
    }

    private static void connect(Socket socket, int port) {
        try {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 50);
        } catch (IOException e) {
            // Too many are waiting already, as intended.
        }
    }
}
