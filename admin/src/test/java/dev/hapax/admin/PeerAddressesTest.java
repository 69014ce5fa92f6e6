package dev.hapax.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.config.AdminSettings;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PeerAddressesTest {

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 127.0.0.1, true",
        "127.0.0.1, localhost, true",
        "localhost, ::1, true",
        "127.0.0.1, 10.1.2.3, false",
        "127.0.0.1, evil.example.org, false",
        "127.0.0.1, 127.0.0.1.evil.org, false",
        "10.1.2.3, 127.0.0.1, false",
        "10.1.2.3, 10.1.9.9, true",
        "10.1.2.3, 10.2.2.3, false",
        "10.1.2.3, 169.254.169.254, false",
        "10.1.2.3, 10.1.evil.org, false",
        "hapax-0.hapax.ns.svc, hapax-1.hapax.ns.svc, true",
        "hapax-0.hapax.ns.svc, hapax-1.HAPAX.ns.svc, true",
        "hapax-0.hapax.ns.svc, hapax-1.evil.ns.svc, false",
        "hapax-0.hapax.ns.svc, hapax.ns.svc, false",
        "hapax-1, hapax-2, true",
        "hapax-1, hapax-2.evil.org, false",
        "hapax-1.example.org, evil, false",
        "hapax-1.example.org, hapax-1.example.org%2f, false",
    })
    void shouldQueryOnlySimilarAddressesWithoutAList(String own, String peer, boolean allowed) {
        assertThat(addresses(own, null).allows(new HostInfo(peer, 8090))).isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource({
        "hapax-*.example.org, hapax-7.example.org, true",
        "hapax-*.example.org, HAPAX-7.example.org, true",
        "hapax-*.example.org, hapax-7.evil.example.org, false",
        "hapax-*.example.org, hapax-7.example.org.evil.com, false",
        "10.1.*.*, 10.1.2.3, true",
        "10.1.*.*, 10.1.evil.com, false",
        "10.1.2.3:8090, 10.1.2.3, true",
        "10.1.2.3:8091, 10.1.2.3, false",
        "[2001:db8::1]:8090, 2001:db8::1, true",
        "hapax-*.example.org, 127.0.0.1, false",
    })
    void shouldQueryOnlyListedAddresses(String listed, String peer, boolean allowed) {
        assertThat(addresses("127.0.0.1", null, listed).allows(new HostInfo(peer, 8090)))
                .isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource({"anything.example.org, 8090, true", "a/b, 8090, false", "a?b, 8090, false", "a, 0, false"})
    void shouldRelyOnTheCertificateWithTls(String peer, int port, boolean allowed) {
        assertThat(addresses("hapax-1.example.org", Path.of("hapax.p12")).allows(new HostInfo(peer, port)))
                .isEqualTo(allowed);
    }

    private static PeerAddresses addresses(String own, @Nullable Path keyStore, String... listed) {
        return new PeerAddresses(
                new HostInfo(own, 8090),
                new AdminSettings(
                        true,
                        "127.0.0.1",
                        0,
                        null,
                        null,
                        AdminSettings.RequireToken.WRITES,
                        List.of(listed),
                        new AdminSettings.Tls(keyStore, keyStore == null ? null : "secret", "PKCS12"),
                        2 << 20,
                        100,
                        10,
                        List.of(),
                        List.of()));
    }
}
