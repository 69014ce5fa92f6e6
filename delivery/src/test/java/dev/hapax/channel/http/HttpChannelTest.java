package dev.hapax.channel.http;

import static dev.hapax.channel.http.HttpFixture.BODY;
import static dev.hapax.channel.http.HttpFixture.SECRET;
import static dev.hapax.channel.http.HttpFixture.send;
import static dev.hapax.channel.http.HttpFixture.settings;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hapax.channel.Deliveries;
import dev.hapax.channel.http.HttpTarget.Received;
import dev.hapax.delivery.DeliveryEvent.Result;
import dev.hapax.delivery.HttpArtifact;
import dev.hapax.worker.Channel.Sent;
import dev.hapax.worker.DueDelivery;
import dev.hapax.worker.Lease;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpChannelTest {

    private HttpTarget target;

    @BeforeEach
    void start() throws Exception {
        target = HttpTarget.plain();
    }

    @AfterEach
    void stop() {
        target.close();
    }

    @Test
    void shouldSendRequestWithKeyAndSignature() {
        Lease lease = Deliveries.lease();

        Sent sent = send(settings("localhost"), target.url(), List::of, lease);

        assertThat(sent.result()).as(sent.evidence()).isEqualTo(Result.SENT);
        assertThat(target.received).singleElement().satisfies(request -> {
            assertThat(request.method()).isEqualTo("POST");
            assertThat(request.uri()).isEqualTo("/hook?a=b%20c");
            assertThat(request.body()).isEqualTo(BODY);
            assertThat(request.headers())
                    .containsEntry("Content-type", List.of("application/json"))
                    .containsEntry("Idempotency-key", List.of("invoice-mail:inv-9"))
                    .containsEntry("Hapax-signature", List.of(HttpChannel.signature(SECRET, lease.now() / 1000, BODY)));
        });
        assertThat(sent.evidence())
                .isEqualTo("HTTP 200, response SHA-256 " + DueDelivery.sha256("ok".getBytes(UTF_8))
                        + " of 2 bytes [localhost:" + target.port() + ", no TLS]");
    }

    /** With {@code printf '1700000000.{}' | openssl dgst -sha256 -hmac 'a secret of a test'}. */
    @Test
    void shouldSignAsDocumented() {
        assertThat(HttpChannel.signature(SECRET, 1_700_000_000, "{}".getBytes(UTF_8)))
                .isEqualTo("t=1700000000,v1=22bc493f8e8f8fd1c9cb385a0d6e8e157afe0d6208ed8cc563ab7984d8363c81");
    }

    @Test
    void shouldPassOnTheTraceUnlessTheRequestHasItsOwn() throws Exception {
        String trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        String own = "00-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-00f067aa0ba902b7-01";
        for (Map<String, String> headers : List.of(Map.<String, String>of(), Map.of("traceparent", own))) {
            byte[] artifact = new HttpArtifact("POST", target.url(), headers, BODY).toBytes();
            DueDelivery delivery = new DueDelivery(
                    0, "id", 1, "hooks", target.url(), DueDelivery.sha256(artifact), Long.MAX_VALUE, artifact, trace);
            try (HttpChannel channel = new HttpChannel(settings("localhost"), SSLContext.getDefault())) {
                assertThat(channel.send(delivery, Deliveries.lease()).result()).isEqualTo(Result.SENT);
            }
        }

        assertThat(target.received)
                .extracting(request -> request.headers().get("Traceparent"))
                .containsExactly(List.of(trace), List.of(own));
    }

    @Test
    void shouldSendPathUnchanged() {
        Sent sent = send(settings("localhost"), target.url().replace("/hook", "//other.example.com/%2e%2e/x"));

        assertThat(sent.result()).as(sent.evidence()).isEqualTo(Result.SENT);
        assertThat(target.received).extracting(Received::uri).containsExactly("//other.example.com/%2e%2e/x?a=b%20c");
    }

    @ParameterizedTest
    @CsvSource({
        "200, SENT",
        "201, SENT",
        "202, SENT",
        "204, SENT",
        "299, SENT",
        "300, REFUSED",
        "304, REFUSED",
        "400, REFUSED",
        "401, REFUSED",
        "404, REFUSED",
        "409, REFUSED",
        "410, REFUSED",
        "408, NOT_SENT",
        "425, NOT_SENT",
        "429, NOT_SENT",
        "500, NOT_SENT",
        "502, NOT_SENT",
        "503, NOT_SENT",
        "504, NOT_SENT",
        "599, NOT_SENT"
    })
    void shouldMapStatusToResult(int code, Result expected) {
        target.status = code;

        Sent sent = send(settings("localhost"), target.url());

        assertThat(target.received).hasSize(1);
        assertThat(sent.result()).isEqualTo(expected);
        assertThat(sent.evidence()).startsWith("HTTP " + code);
    }

    @ParameterizedTest
    @CsvSource({"500, UNKNOWN", "502, UNKNOWN", "503, NOT_SENT", "429, NOT_SENT", "404, REFUSED"})
    void shouldReportUnknownForServerErrorOutsideRetryOn(int code, Result expected) {
        target.status = code;

        Sent sent = send(settings(true, Set.of(503), "localhost"), target.url());

        assertThat(target.received).hasSize(1);
        assertThat(sent.result()).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void shouldNotFollowRedirect(int code) {
        target.status = code;
        target.location = "http://169.254.169.254/latest/meta-data?token=secret";

        Sent sent = send(settings("localhost"), target.url());

        assertThat(target.received).as("one request").hasSize(1);
        assertThat(sent.result()).isEqualTo(Result.REFUSED);
        assertThat(sent.evidence())
                .contains("to 169.254.169.254")
                .doesNotContain("meta-data")
                .doesNotContain("secret");
    }

    @Test
    void shouldReportNotSentWhenConnectionIsRefused() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }

        Sent sent = send(settings("localhost"), "http://localhost:" + free + "/");

        assertThat(sent.result()).isEqualTo(Result.NOT_SENT);
        assertThat(sent.evidence()).contains("could not connect").contains("refused");
    }

    @Test
    void shouldWriteNothingWhenLeaseEndsBeforeRequest() throws Exception {
        AtomicBoolean ended = new AtomicBoolean();
        String ok = "HTTP/1.1 200 OK\nContent-Length: 0\n\n";
        try (RawHttpTarget raw = RawHttpTarget.answering(ok, RawHttpTarget.End.CLOSE)) {
            Sent sent = send(
                    settings("localhost"),
                    raw.url(),
                    real -> {
                        ended.set(true);
                        return List.of(real);
                    },
                    Deliveries.lease(ended));

            assertThat(sent.result()).as(sent.evidence()).isEqualTo(Result.RETURNED);
            await().until(() -> raw.connections() == 1);
            assertThat(raw.requests).isEmpty();
        }
    }

    @Test
    void shouldNotConnectAfterLeaseEnds() {
        Sent sent = send(settings("localhost"), target.url(), List::of, Deliveries.lease(new AtomicBoolean(true)));

        assertThat(sent.result()).isEqualTo(Result.RETURNED);
        assertThat(target.received).isEmpty();
    }
}
