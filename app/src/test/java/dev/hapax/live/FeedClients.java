package dev.hapax.live;

import static dev.hapax.live.FeedIT.GROUP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.harness.Application;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Clients of every kind: slow ones, scripts, and those that ask for what is not there. */
abstract class FeedClients {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    void shouldLetASlowClientGoWhileOthersGoOn() throws Exception {
        String large = "x".repeat(500_000);
        try (Watcher slow = Watcher.asleep(GROUP.http(), GROUP.address(0));
                Lines slowToo = GROUP.stream(0, null);
                Watcher other = GROUP.watcher(0, null)) {
            LiveGroup.hello(other);
            for (int i = 0; i < 60; i++) {
                String identity = "large-" + i;
                GROUP.write(identity, large);
                other.await1("alert", data -> LiveGroup.identity(data).equals(identity));
            }

            slow.wakeUp();

            await().atMost(PATIENCE).until(() -> slow.closed() != null);
            assertThat(slow.closed()).startsWith("4008 too slow");
            assertThat(slow.events("alert")).hasSizeLessThan(60);
            slowToo.until("event: bye");
            assertThat(slowToo.next()).startsWith("data: {\"code\":4008,\"why\":\"too slow: ");
            assertThat(other.closed()).isNull();
        }
    }

    @Test
    void shouldStreamToScriptsAndResumeThem() throws Exception {
        String id;
        try (Lines lines = GROUP.stream(0, null)) {
            assertThat(lines.next()).isEqualTo("event: hello");
            GROUP.alert("streamed");
            lines.until("event: alert");
            id = lines.next().substring("id: ".length());
            assertThat(JSON.readTree(lines.next().substring("data: ".length()))
                            .path("identity")
                            .asText())
                    .isEqualTo("streamed");
        }
        GROUP.alert("streamed-later");

        try (Lines lines = GROUP.stream(1, id)) {
            lines.until("event: alert");
            lines.next();
            assertThat(lines.next()).contains("\"identity\":\"streamed-later\"");
        }
    }

    /** Either would be for each client anew, and take memory for each. */
    @Test
    void shouldNeitherCompressNorKeepASession() throws Exception {
        URI instance = GROUP.address(0);
        try (Socket socket = new Socket(instance.getHost(), instance.getPort())) {
            socket.getOutputStream()
                    .write(Application.utf8("GET /ws HTTP/1.1\r\nHost: " + instance.getAuthority()
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
        try (Watcher watcher = GROUP.watcher(0, "garbage")) {
            await().atMost(PATIENCE).until(() -> watcher.closed() != null);
            assertThat(watcher.closed()).startsWith("4400 from: 'garbage' is not a token");
        }
        for (String path : List.of("/api/events?from=garbage", "/api/alerts?before=garbage", "/api/alerts?limit=no")) {
            HttpResponse<String> response = GROUP.http()
                    .send(HttpRequest.newBuilder(GROUP.address(0).resolve(path)).build(), BodyHandlers.ofString());
            assertThat(response.statusCode()).as(path).isEqualTo(400);
            assertThat(response.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith("application/problem+json");
        }
    }
}
