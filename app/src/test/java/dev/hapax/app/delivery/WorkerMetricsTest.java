package dev.hapax.app.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.app.FailedException;
import dev.hapax.config.DeliverySettings;
import dev.hapax.config.SettingsFile;
import dev.hapax.delivery.DeliveryEvent.Result;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerMetricsTest {

    @TempDir
    private Path folder;

    private DeliverySettings settings() {
        String yaml = """
                application-id: metrics-test
                kafka: { bootstrap.servers: "localhost:9092" }
                sources: [{ topic: s, identity: { field: /id } }]
                delivery:
                  signing-key: key.pem
                  channels:
                    mail: { smtp: { host: mail.example.com, from: a@example.com, verified-domains: [example.com] } }
                """;
        return SettingsFile.parse(yaml, "test.yaml", folder, name -> null)
                .settings()
                .delivery();
    }

    @Test
    void shouldServeWhatItCounted() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (WorkerMetrics metrics = new WorkerMetrics(settings())) {
            metrics.serve("localhost:" + port);
            metrics.attempted("mail", Result.SENT, 1_000_000);
            metrics.attempted("mail", Result.UNKNOWN, 1_000_000);
            metrics.attempted("no channel of ours", Result.SENT, 1);
            metrics.asked("mail", true);

            String scraped = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/metrics"))
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
            assertThat(scraped)
                    .contains(
                            "hapax_worker_attempts_total{channel=\"mail\",result=\"SENT\"} 1.0",
                            "hapax_worker_attempts_total{channel=\"mail\",result=\"REFUSED\"} 0.0",
                            "hapax_worker_attempt_seconds_count{channel=\"mail\"} 2",
                            "hapax_worker_channel_down{channel=\"mail\"} 1.0")
                    .doesNotContain("no channel of ours");
            try (WorkerMetrics second = new WorkerMetrics(settings())) {
                assertThatThrownBy(() -> second.serve("localhost:" + port))
                        .isInstanceOf(FailedException.class)
                        .hasMessageContaining("Use a free port");
            }
        }
    }

    @Test
    void shouldRefuseWhatIsNoAddress() {
        try (WorkerMetrics metrics = new WorkerMetrics(settings())) {
            for (String address : new String[] {"", "host", ":9100", "host:70000", "host:-1"}) {
                assertThatThrownBy(() -> metrics.serve(address))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("--metrics");
            }
        }
    }
}
