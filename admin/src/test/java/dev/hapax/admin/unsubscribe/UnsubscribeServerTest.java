package dev.hapax.admin.unsubscribe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hapax.admin.Background;
import dev.hapax.admin.BoundPort;
import dev.hapax.admin.Logged;
import dev.hapax.admin.Raw;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.meters.Meters;
import dev.hapax.operations.OperationException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The listener for links to unsubscribe, over real sockets. Its brokers can't be reached. */
@Timeout(120)
class UnsubscribeServerTest {

    private static final String AUDIT = "dev.hapax.audit";

    @SuppressWarnings("NullAway.Init") // set before each test
    private TestUnsubscribe server;

    @BeforeEach
    void start() {
        server = TestUnsubscribe.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void shouldOnlyShowAPageWhenALinkIsOpened() throws Exception {
        try (Logged audit = new Logged(AUDIT)) {
            HttpResponse<String> page = server.get("/u/" + server.token());

            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.body())
                    .contains("a***@example.org", "<form method=\"post\">", "<button", "noindex")
                    .doesNotContain(TestUnsubscribe.ADDRESS, "ann.lee", "<script", "http://", "https://", "src=");
            assertSafe(page);
            assertThat(audit.fields()).isEmpty();
            assertThat(server.count("shown")).isEqualTo(1);
            assertThat(server.count("done") + server.count("failed")).isZero();
        }
    }

    private static void assertSafe(HttpResponse<String> answer) {
        Map<String, List<String>> headers = answer.headers().map();
        assertThat(headers)
                .containsEntry("referrer-policy", List.of("no-referrer"))
                .containsEntry("x-robots-tag", List.of("noindex, nofollow"))
                .containsEntry("x-content-type-options", List.of("nosniff"))
                .containsEntry("cache-control", List.of("no-store"))
                .containsEntry("content-type", List.of("text/html; charset=utf-8"))
                .doesNotContainKeys("server", "set-cookie", "x-powered-by");
        assertThat(headers.get("content-security-policy"))
                .singleElement()
                .asString()
                .startsWith("default-src 'none'; style-src 'sha256-")
                .contains("form-action 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
    }

    @Test
    void shouldAnswerHeadLikeGetWithoutABody() throws Exception {
        HttpResponse<String> head = server.send("HEAD", "/" + server.token(), BodyPublishers.noBody());

        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
    }

    @Test
    void shouldEscapeAndMaskTheAddressOnThePage() throws Exception {
        assertThat(server.get("/" + server.token("o'neil&co@example.org")).body())
                .contains("<strong>o***@example.org</strong>");
        assertThat(server.get("/" + server.token("jö@bücher.example")).body())
                .contains("<strong>***@bücher.example</strong>");
        assertThat(server.get("/" + server.token("<b>x@<i>.example")).body())
                .contains("<strong>&lt;***@&lt;i&gt;.example</strong>")
                .doesNotContain("<b>", "<i>");
        assertThat(server.get("/" + server.token("\uD83D\uDE00abc@example.org")).body())
                .contains("<strong>\uD83D\uDE00***@example.org</strong>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/u/", "/"})
    void shouldAcceptThePathWithAndWithoutThePrefixOfTheUrl(String prefix) throws Exception {
        assertThat(server.get(prefix + server.token()).statusCode()).isEqualTo(200);
        assertThat(server.get(prefix + server.token() + "?utm_source=mail").statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/u/u/%s", "//%s", "/v/%s", "/u%s", "/%s/", "/u/%s/more", "/u/./%s", "/u/../%s", "/;a/%s"})
    void shouldNotAcceptOtherPaths(String path) throws Exception {
        String answer = Raw.ask(
                server.at(), "GET " + path.formatted(server.token()) + " HTTP/1.1", "Host: a", "Connection: close");

        assertThat(answer).containsPattern("^HTTP/1.1 (400|404) ").doesNotContain(server.token(), "a***@");
    }

    @Test
    void shouldAnswerEveryWrongTokenWithTheSamePage() throws Exception {
        String token = server.token();
        List<String> wrong = List.of(
                token.substring(1),
                token.substring(0, token.length() - 1),
                token + "A",
                (token.charAt(0) == 'A' ? "B" : "A") + token.substring(1),
                "A".repeat(4_000),
                "robots.txt",
                "favicon.ico",
                "health/live",
                "metrics",
                "api/status",
                "%3Cscript%3Ealert(1)%3C/script%3E",
                "");
        Set<String> pages = new HashSet<>();

        try (Logged audit = new Logged(AUDIT)) {
            for (String each : wrong) {
                HttpResponse<String> get = server.get("/" + each);
                HttpResponse<String> post = server.post("/u/" + each, "List-Unsubscribe=One-Click");

                assertThat(get.statusCode()).as(each).isEqualTo(404);
                assertThat(post.statusCode()).as(each).isEqualTo(404);
                assertSafe(get);
                pages.add(get.body());
                pages.add(post.body());
            }
            assertThat(audit.fields()).isEmpty();
        }
        assertThat(pages).hasSize(1);
        assertThat(server.count("unknown")).isEqualTo(2.0 * wrong.size());
        assertThat(server.count("failed")).isZero();
    }

    @Test
    void shouldNeverSayThatItIsDoneWhenNoBrokerAnswers() throws Exception {
        try (Logged audit = new Logged(AUDIT)) {
            HttpResponse<String> answer = server.post(
                    "/u/" + server.token(),
                    "List-Unsubscribe=One-Click",
                    "Content-Type",
                    "application/x-www-form-urlencoded");

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("Retry-After")).hasValue("30");
            assertThat(answer.body()).contains("You are not unsubscribed yet");
            assertSafe(answer);
            assertThat(audit.fields())
                    .singleElement()
                    .satisfies(fields -> assertThat(fields)
                            .containsEntry("action", "unsubscribe")
                            .containsEntry("actor", "recipient")
                            .containsEntry("campaign", TestUnsubscribe.CAMPAIGN)
                            .containsEntry("address", TestUnsubscribe.ADDRESS)
                            .containsEntry("outcome", "failed")
                            .containsEntry("status", "503")
                            .containsKey("why"));
            assertThat(server.count("failed")).isEqualTo(1);
            assertThat(server.count("done")).isZero();
        }
    }

    /** A producer that knows no broker blocks whoever uses it. */
    @Test
    void shouldShowPagesAndRefuseSoonWhileManyWaitForBrokers() throws Exception {
        List<Thread> clients = new ArrayList<>();
        Set<Integer> statuses = new HashSet<>();
        for (int i = 0; i < 40; i++) {
            String token = server.token("u" + i + "@example.org");
            Thread thread = new Thread(() -> {
                try {
                    int status = server.post("/" + token, "").statusCode();
                    synchronized (statuses) {
                        statuses.add(status);
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            thread.start();
            clients.add(thread);
        }

        Instant before = Instant.now();
        assertThat(server.get("/" + server.token()).statusCode()).isEqualTo(200);
        assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofSeconds(5));
        for (Thread thread : clients) {
            thread.join();
        }
        assertThat(statuses).containsExactly(503);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "UNSUBSCRIBE"})
    void shouldRefuseOtherMethods(String method) throws Exception {
        String answer =
                Raw.ask(server.at(), method + " /u/" + server.token() + " HTTP/1.1", "Host: a", "Connection: close");

        assertThat(answer).startsWith("HTTP/1.1 405").contains("Allow: GET, HEAD, POST");
        assertThat(server.count("refused")).isEqualTo(1);
    }

    @Test
    void shouldTakeOnlySmallBodies() throws Exception {
        String head = "POST /" + server.token() + " HTTP/1.1\r\nHost: a\r\n";
        String tooLarge = "x".repeat(UnsubscribeHandler.LARGEST_BODY + 1);

        assertThat(server.post("/" + server.token(), tooLarge).statusCode()).isEqualTo(413);
        assertThat(answer(head + "Content-Length: 99999999999\r\n\r\n")).startsWith("HTTP/1.1 413");
        assertThat(answer(head + "Transfer-Encoding: chunked\r\n\r\n" + "1000\r\n" + "x".repeat(0x1000) + "\r\n"
                        + "4000\r\n" + "x".repeat(0x4000) + "\r\n"))
                .startsWith("HTTP/1.1 413");
        assertThat(answer(head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n")).startsWith("HTTP/1.1 400");
        assertThat(server.count("done") + server.count("failed")).as("written").isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "application/x-www-form-urlencoded, List-Unsubscribe=One-Click",
        "multipart/form-data; boundary=a, --a--",
        "application/json, {}",
        "image/png, x",
        "'', ''"
    })
    void shouldAcceptAnySmallBody(String type, String body) throws Exception {
        HttpResponse<String> answer = type.isEmpty()
                ? server.post("/" + server.token(), body)
                : server.post("/" + server.token(), body, "Content-Type", type);

        assertThat(answer.statusCode()).as("it went to the brokers").isEqualTo(503);
    }

    private String answer(String request) throws Exception {
        try (Socket socket = Raw.open(server.at())) {
            Raw.send(socket, request);
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Otherwise a client that reuses the connection loses its next request. */
    @ParameterizedTest
    @ValueSource(strings = {"POST /wrong", "PUT /wrong"})
    void shouldAnswerTheNextRequestAfterALateBody(String line) throws Exception {
        try (Socket socket = Raw.open(server.at())) {
            Raw.send(socket, line + " HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n");
            Thread.sleep(100);
            Raw.send(socket, "{}");
            assertThat(Raw.readAnswer(socket)).doesNotContainIgnoringCase("Connection: close");
            Raw.send(socket, "GET /" + server.token() + " HTTP/1.1\r\nHost: a\r\n\r\n");

            assertThat(Raw.readAnswer(socket)).startsWith("HTTP/1.1 200");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\nHost: a\r\nHost: b",
                "NONSENSE <script>",
                "GET /<script> HTTP/1.1\r\nHost: a",
                "GET /%00 HTTP/1.1\r\nHost: a",
                "GET /%zz HTTP/1.1\r\nHost: a",
                "GET / HTTP/9.9\r\nHost: a",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1"
            })
    void shouldAnswerMalformedRequestsWithoutRepeatingThem(String request) throws Exception {
        String answer = Raw.ask(server.at(), request + "\r\nConnection: close");

        assertThat(answer)
                .containsPattern("^HTTP/1.1 (400|404|505) ")
                .contains("Content-Security-Policy: default-src 'none'", "Referrer-Policy: no-referrer")
                .doesNotContain("<script", "NONSENSE", "Exception", "jetty", "%zz");
    }

    @Test
    void shouldRefuseEndlessHeads() throws Exception {
        assertThat(Raw.ask(server.at(), "GET /" + "A".repeat(20_000) + " HTTP/1.1", "Host: a", "Connection: close"))
                .startsWith("HTTP/1.1 414");
        assertThat(Raw.ask(server.at(), "GET / HTTP/1.1", "Host: a", "X-Long: " + "x".repeat(20_000)))
                .startsWith("HTTP/1.1 431");
    }

    @Test
    void shouldLimitTheRequestsOfEachClientBehindAProxy() throws Exception {
        StringBuilder burst = new StringBuilder();
        for (int i = 0; i < 400; i++) {
            // The first address is what the client claims, the last what the proxy saw.
            burst.append("HEAD /x HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 10.9.9.")
                    .append(i % 250)
                    .append(", 192.0.2.1\r\n")
                    .append(i == 399 ? "Connection: close\r\n\r\n" : "\r\n");
        }

        assertThat(answer(burst.toString()))
                .startsWith("HTTP/1.1 404")
                .contains("HTTP/1.1 429")
                .contains("Retry-After: 30");
        assertThat(server.get("/" + server.token(), "X-Forwarded-For", "192.0.2.2")
                        .statusCode())
                .isEqualTo(200);
        assertThat(server.get("/" + server.token(), "X-Forwarded-For", "not-an-address")
                        .statusCode())
                .as("the address of the connection counts")
                .isEqualTo(200);
    }

    @Test
    void shouldCloseSlowConnections() throws Exception {
        try (Socket silent = Raw.open(server.at());
                Socket slowHead = Raw.open(server.at());
                Socket slowBody = Raw.open(server.at())) {
            Raw.send(slowHead, "GET / HTTP/1.1\r\nX-Slow: ");
            Raw.send(slowBody, "POST /" + server.token() + " HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n");

            await().atMost(Duration.ofSeconds(15)).until(() -> {
                trickle(slowHead);
                trickle(slowBody);
                return silent.getInputStream().read() < 0 && isClosed(slowHead) && isClosed(slowBody);
            });
        }
        assertThat(server.count("done") + server.count("failed")).isZero();
    }

    private static void trickle(Socket socket) {
        try {
            Raw.send(socket, "x");
        } catch (IOException e) {
            // It was closed.
        }
    }

    private static boolean isClosed(Socket socket) throws IOException {
        socket.setSoTimeout(50);
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (SocketException e) {
            return true;
        }
    }

    @Test
    void shouldAnswerWhileOthersHoldManyConnections() throws Exception {
        List<Socket> idle = new ArrayList<>();
        try {
            for (int i = 0; i < 450; i++) {
                idle.add(Raw.open(server.at()));
            }

            assertThat(server.get("/" + server.token()).statusCode()).isEqualTo(200);
        } finally {
            for (Socket socket : idle) {
                socket.close();
            }
        }
    }

    @Test
    void shouldReportAListenerThatHasDied() throws Exception {
        assertThat(server.background.dead()).isEmpty();

        server.port.channel().close();

        assertThat(server.background.dead())
                .singleElement()
                .asString()
                .contains("links to unsubscribe has died", "no longer listens on port " + server.at());
    }

    @Test
    void shouldReportNothingWhenItWasClosed() {
        server.close();

        assertThat(server.background.dead()).isEmpty();
    }

    @Test
    void shouldNameThePortThatIsTaken() {
        Settings settings = TestUnsubscribe.settings("port: " + server.at());

        assertThatThrownBy(() -> UnsubscribeServer.bind(settings))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("campaign.unsubscribe.port: " + server.at(), "is not available");
    }

    @Test
    void shouldNotListenWithoutAPort() {
        assertThat(UnsubscribeServer.bind(TestUnsubscribe.settings("listen: 127.0.0.1")))
                .isNull();
    }

    @Test
    void shouldRefuseToStartWithoutDelivery() {
        Settings settings =
                SettingsFile.parse("""
                kafka: { bootstrap.servers: 'localhost:1' }
                sources: [ { topic: in, identity: { field: /id } } ]
                campaign: { unsubscribe: { url: 'https://a.example', secret: 0123456789abcdef0123456789abcdef } }
                """, "test.yaml", Path.of("."), name -> null).settings();

        try (BoundPort port = BoundPort.of("test", "127.0.0.1", 0)) {
            assertThatThrownBy(() -> UnsubscribeServer.start(
                            port, settings, Meters.unread(), new Background(), Clock.systemUTC()))
                    .isInstanceOf(OperationException.class)
                    .hasMessageContaining("delivery.channels");
        }
    }

    @Test
    void shouldSayNothingOfTheAddressInPagesThatAreNotAboutIt() {
        for (int status : List.of(400, 404, 405, 408, 413, 414, 429, 431, 500, 503)) {
            assertThat(new String(UnsubscribePage.failed(status), StandardCharsets.UTF_8).toLowerCase(Locale.ROOT))
                    .contains("<h1>", "noindex")
                    .doesNotContain("@", "<script");
        }
    }
}
