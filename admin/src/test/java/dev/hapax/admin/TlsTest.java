package dev.hapax.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.config.AdminSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.kafka.streams.state.HostInfo;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class TlsTest {

    private static final String PASSWORD = "hunter2-of-the-store";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    @BeforeEach
    void makeKeyStore() throws Exception {
        makeKeyStore("hapax.p12");
    }

    private void makeKeyStore(String name) throws Exception {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "hapax",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost,ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        folder.resolve(name).toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(keytool.exitValue()).isZero();
    }

    @Test
    void shouldUseOnlyHttpsWithTheCertificateOfTheKeyStore() throws Exception {
        try (TestServer server = TestServer.start(
                folder, "port: 0, tls: { key-store: hapax.p12, key-store-password: " + PASSWORD + " }")) {
            HttpClient client = HttpClient.newBuilder().sslContext(trusting()).build();
            URI address = URI.create("https://localhost:" + server.port() + "/api/config");

            HttpResponse<String> answer =
                    client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());

            assertThat(server.server.binding().address()).hasScheme("https");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains("\"key-store-password\":\"***\"").doesNotContain(PASSWORD);
            assertThatThrownBy(() -> server.get("/health/live")).isInstanceOf(IOException.class);
        }
    }

    @Test
    void shouldNotWarnAboutPlainTextWithTls() {
        try (Logged log = new Logged(AdminServer.class.getName());
                TestServer server = TestServer.start(
                        folder,
                        "listen: 0.0.0.0, port: 0, advertised: 'localhost:8090', token: '${env:TOKEN}', tls: { key-store: hapax.p12,"
                                + " key-store-password: " + PASSWORD + " }")) {
            assertThat(log.messages())
                    .last()
                    .isEqualTo(
                            "Reachable from other machines on 0.0.0.0, port " + server.port()
                                    + ". /health and the files of the dashboard need no token; everything else requires admin.token");
        }
    }

    @Test
    void shouldTrustOnlyInstancesWithTheSameKeyStore() throws Exception {
        makeKeyStore("strangers.p12");
        try (TestServer server = TestServer.start(
                folder, "port: 0, tls: { key-store: hapax.p12, key-store-password: " + PASSWORD + " }")) {
            HostInfo peer = new HostInfo("localhost", server.port());

            assertThat(peers("hapax.p12")
                            .get(peer, "/health/live")
                            .path("status")
                            .asText())
                    .isEqualTo("live");
            assertThatThrownBy(() -> peers("strangers.p12").get(peer, "/health/live"))
                    .isInstanceOfSatisfying(
                            ProblemException.class,
                            problem -> assertThat(problem.status()).isEqualTo(502));
        }
    }

    private HttpPeers peers(String keyStore) {
        return new HttpPeers(
                new HostInfo("localhost", 1),
                List::of,
                new AdminSettings(
                        true,
                        "127.0.0.1",
                        0,
                        null,
                        null,
                        AdminSettings.RequireToken.WRITES,
                        List.of(),
                        new AdminSettings.Tls(folder.resolve(keyStore), PASSWORD, "PKCS12"),
                        2 << 20,
                        100,
                        10,
                        List.of(),
                        List.of()),
                Clock.systemUTC());
    }

    private SSLContext trusting() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(folder.resolve("hapax.p12"))) {
            store.load(in, PASSWORD.toCharArray());
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    @Test
    void shouldNameTheKeyStoreAndNotThePasswordWhenItCannotBeOpened() {
        assertThatThrownBy(() -> TestServer.start(
                        folder, "port: 0, tls: { key-store: hapax.p12, key-store-password: hunter2-wrong }"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("admin.tls.key-store", "hapax.p12")
                .message()
                .doesNotContain("hunter2");
        assertThatThrownBy(
                        () -> TestServer.start(folder, "port: 0, tls: { key-store: none.p12, key-store-password: x }"))
                .hasMessageContainingAll("admin.tls.key-store", "none.p12");
    }
}
