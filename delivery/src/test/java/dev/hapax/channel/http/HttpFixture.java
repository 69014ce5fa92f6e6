package dev.hapax.channel.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hapax.channel.Deliveries;
import dev.hapax.channel.TestCertificates;
import dev.hapax.delivery.HttpArtifact;
import dev.hapax.worker.Channel.Sent;
import dev.hapax.worker.Lease;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the tests of the HTTP channel share. */
final class HttpFixture {

    static final TestCertificates CERTIFICATES = TestCertificates.of("dns:localhost");
    static final String SECRET = "a secret of a test";
    static final byte[] BODY = "{\"invoice\":9}".getBytes(UTF_8);

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private HttpFixture() {}

    /** What the name server answers, given this machine's own address. */
    interface Lookup {
        List<InetAddress> of(InetAddress real) throws UnknownHostException;
    }

    /** A channel that allows {@code http://}. */
    static HttpSettings settings(String... allow) {
        return settings(true, HttpSettings.defaults(List.of(allow)).retryOn(), allow);
    }

    static HttpSettings settings(boolean plain, Set<Integer> retryOn, String... allow) {
        HttpSettings defaults = HttpSettings.defaults(List.of(allow));
        return new HttpSettings(defaults.allow(), defaults.success(), retryOn, plain, SECRET, LIMIT, LIMIT, 1000);
    }

    static Sent send(HttpSettings settings, String url) {
        return send(settings, url, List::of, Deliveries.lease());
    }

    static Sent send(HttpSettings settings, String url, Lookup lookup, Lease lease) {
        HttpArtifact request = new HttpArtifact("POST", url, Map.of("Content-Type", "application/json"), BODY);
        try (HttpChannel channel =
                new HttpChannel(settings, CERTIFICATES.client(), host -> lookup.of(InetAddress.getLoopbackAddress()))) {
            return channel.send(Deliveries.to(url, request.toBytes()), lease);
        }
    }
}
