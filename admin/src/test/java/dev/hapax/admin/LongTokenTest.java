package dev.hapax.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.admin.feed.Longest;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients can resume with topics of very many partitions. */
@Timeout(120)
class LongTokenTest {

    /** A long header of a browser. */
    private static final String BROWSER = "User-Agent: " + "x".repeat(4_000);

    private static final int BEGINNING = 2_000;

    @TempDir
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private TestServer server;

    @SuppressWarnings("NullAway.Init") // set before each test
    private String token;

    @BeforeEach
    void start() {
        server = TestServer.onLoopback(folder);
        token = Longest.token(server.settings);
        assertThat(token).hasSizeGreaterThan(Query.LONGEST_TOKEN - 50);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void shouldAcceptTheLongestTokenOnAWebSocket() throws Exception {
        assertThat(response(
                        "GET /ws?from=" + token + " HTTP/1.1",
                        "Connection: Upgrade",
                        "Upgrade: websocket",
                        "Sec-WebSocket-Version: 13",
                        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="))
                .startsWith("HTTP/1.1 101 ")
                .contains("{\"type\":\"hello\",\"id\":\"" + token.substring(0, 500));
    }

    @Test
    void shouldAcceptTheLongestTokenForServerSentEvents() throws Exception {
        for (String[] request : new String[][] {
            {"GET /api/events?from=" + token + " HTTP/1.1", "X-None: 1"},
            {"GET /api/events HTTP/1.1", "Last-Event-ID: " + token}
        }) {
            assertThat(response(request))
                    .startsWith("HTTP/1.1 200 ")
                    .contains("event: hello\nid: " + token.substring(0, 500));
        }
    }

    /** The beginning of the response. */
    private String response(String... request) throws IOException {
        try (Socket socket = Raw.open(server.port())) {
            Raw.send(
                    socket,
                    String.join("\r\n", request) + "\r\nHost: localhost:" + server.port() + "\r\n" + BROWSER
                            + "\r\n\r\n");
            return new String(socket.getInputStream().readNBytes(BEGINNING), StandardCharsets.ISO_8859_1);
        }
    }
}
