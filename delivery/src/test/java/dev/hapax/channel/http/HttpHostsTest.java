package dev.hapax.channel.http;

import static dev.hapax.channel.http.HttpFixture.BODY;
import static dev.hapax.channel.http.HttpFixture.CERTIFICATES;
import static dev.hapax.channel.http.HttpFixture.send;
import static dev.hapax.channel.http.HttpFixture.settings;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.channel.Deliveries;
import dev.hapax.delivery.DeliveryEvent.Result;
import dev.hapax.delivery.HttpArtifact;
import dev.hapax.worker.Channel.Sent;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which hosts the HTTP channel calls. */
class HttpHostsTest {

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
    void shouldReportNotSentWhenHostHasNoAddress() {
        Sent sent = send(
                settings("localhost"),
                target.url(),
                real -> {
                    throw new UnknownHostException("localhost");
                },
                Deliveries.lease());

        assertThat(sent.result()).isEqualTo(Result.NOT_SENT);
        assertThat(sent.evidence()).contains("no address of localhost");
    }

    @Test
    void shouldRefusePrivateAddressBehindWildcard() {
        String url = target.url("hooks.example.com");

        Sent sent = send(settings("*.example.com"), url);

        assertThat(sent.result()).isEqualTo(Result.REFUSED);
        assertThat(sent.evidence()).contains("private network");
        assertThat(target.received).isEmpty();
    }

    @Test
    void shouldRefuseHostWithOnePrivateAddress() throws Exception {
        String url = target.url("hooks.example.com");
        InetAddress publicAddress = InetAddress.getByName("8.8.8.8");

        Sent sent = send(settings("*.example.com"), url, real -> List.of(publicAddress, real), Deliveries.lease());

        assertThat(sent.result()).isEqualTo(Result.REFUSED);
        assertThat(target.received).isEmpty();
    }

    @Test
    void shouldCallPrivateHostNamedInFullAndLookItUpOnce() {
        String url = target.url("hooks.example.com");
        AtomicInteger lookups = new AtomicInteger();

        Sent sent = send(
                settings("*.example.com", "hooks.example.com"),
                url,
                real -> {
                    lookups.incrementAndGet();
                    return List.of(real);
                },
                Deliveries.lease());

        assertThat(sent.result()).as(sent.evidence()).isEqualTo(Result.SENT);
        assertThat(lookups).as("the checked address is the one that is called").hasValue(1);
        assertThat(target.received)
                .singleElement()
                .satisfies(request -> assertThat(request.headers().get("Host"))
                        .containsExactly("hooks.example.com:" + target.port()));
    }

    @ParameterizedTest
    @CsvSource({
        "http://evil.example.net/, not in the channel's list",
        "http://example.com/, not in the channel's list",
        "http://hooks.example.com.evil.net/, not in the channel's list",
        "http://127.0.0.1/, not in the channel's list",
        "http://[::1]/, not in the channel's list"
    })
    void shouldCallOnlyAllowedHosts(String url, String why) {
        Sent sent = send(settings("*.example.com"), url);

        assertThat(sent.result()).isEqualTo(Result.REFUSED);
        assertThat(sent.evidence()).contains(why);
    }

    @Test
    void shouldRefuseHttpWhenChannelIsNotPlain() {
        Sent sent = send(settings(false, Set.of(), "localhost"), target.url());

        assertThat(sent.result()).isEqualTo(Result.REFUSED);
        assertThat(sent.evidence()).contains("https:// only");
        assertThat(target.received).isEmpty();
    }

    @Test
    void shouldRefuseUrlOtherThanApprovedTarget() throws Exception {
        HttpArtifact request = new HttpArtifact("POST", target.url(), Map.of(), BODY);
        try (HttpChannel channel = new HttpChannel(settings("localhost"), SSLContext.getDefault())) {
            Sent sent = channel.send(Deliveries.to("http://localhost/other", request.toBytes()), Deliveries.lease());

            assertThat(sent.result()).isEqualTo(Result.REFUSED);
            assertThat(sent.evidence()).contains("approved target");
            assertThat(target.received).isEmpty();
        }
    }

    @Test
    void shouldRefuseUrlWithCredentialsWithoutShowingThem() throws Exception {
        String url = "http://ann:hunter2@localhost/";
        byte[] artifact =
                ("{\"method\":\"POST\",\"url\":\"" + url + "\",\"headers\":{},\"body\":\"\"}").getBytes(UTF_8);
        try (HttpChannel channel = new HttpChannel(settings("localhost"), SSLContext.getDefault())) {
            Sent sent = channel.send(Deliveries.to(url, artifact), Deliveries.lease());

            assertThat(sent.result()).isEqualTo(Result.REFUSED);
            assertThat(sent.evidence()).contains("user or a password").doesNotContain("hunter2");
        }
    }

    @Test
    void shouldSendOverTls() throws Exception {
        try (HttpTarget secure = HttpTarget.withTls(CERTIFICATES.server())) {
            Sent sent = send(settings(false, Set.of(), "localhost"), secure.url());

            assertThat(sent.result()).as(sent.evidence()).isEqualTo(Result.SENT);
            assertThat(sent.evidence()).contains("TLSv1.3 TLS_").contains("certificate SHA-256");
            assertThat(secure.received).hasSize(1);
        }
    }

    @Test
    void shouldSendNothingWhenCertificateIsForAnotherName() throws Exception {
        try (HttpTarget secure = HttpTarget.withTls(CERTIFICATES.server())) {
            Sent sent = send(settings(false, Set.of(), "other.example.com"), secure.url("other.example.com"));

            assertThat(sent.result()).as(sent.evidence()).isEqualTo(Result.NOT_SENT);
            assertThat(sent.evidence()).contains("No subject alternative DNS name matching other.example.com");
            assertThat(secure.received).isEmpty();
        }
    }
}
