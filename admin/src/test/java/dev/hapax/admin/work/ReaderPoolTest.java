package dev.hapax.admin.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hapax.admin.ProblemException;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.masking.Masking;
import dev.hapax.operations.KafkaClients;
import io.javalin.Javalin;
import io.javalin.http.Context;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ReaderPoolTest {

    private static final Settings SETTINGS =
            SettingsFile.parse("""
            kafka: { bootstrap.servers: 'localhost:1' }
            sources: [ { topic: in, identity: { field: /id } } ]
            """, "test.yaml", Path.of("."), name -> null).settings();

    private final ReaderPool room =
            new ReaderPool(new KafkaClients(SETTINGS), new CaseView(new Masking(SETTINGS)), Duration.ofMillis(100));
    private final AtomicInteger reading = new AtomicInteger();
    private final CountDownLatch done = new CountDownLatch(1);
    private final HttpClient client = HttpClient.newHttpClient();
    private final Javalin server = Javalin.create(config -> {
                config.startup.showJavalinBanner = false;
                config.routes.get("/read", this::read);
                config.routes.exception(
                        ProblemException.class,
                        (problem, request) -> request.status(problem.status()).result(problem.getMessage()));
            })
            .start("127.0.0.1", 0);

    private void read(Context request) {
        room.read(request, progress -> {
            reading.incrementAndGet();
            try {
                done.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return "";
        });
    }

    @AfterEach
    void stop() {
        done.countDown();
        server.stop();
        room.close();
    }

    @Test
    void shouldRejectRequestsWithoutAFreeSlotAndAcceptLaterOnes() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> readers =
                IntStream.range(0, 2).mapToObj(i -> ask()).toList();
        await().until(() -> reading.get() == 2);

        HttpResponse<String> refused = ask().get();

        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("2");
        assertThat(refused.body()).contains("2 other requests", "use another instance");
        done.countDown();
        for (CompletableFuture<HttpResponse<String>> reader : readers) {
            assertThat(reader.get().statusCode()).isEqualTo(200);
        }
        assertThat(ask().get().statusCode()).isEqualTo(200);
    }

    private CompletableFuture<HttpResponse<String>> ask() {
        URI address = URI.create("http://127.0.0.1:" + server.port() + "/read");
        return client.sendAsync(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
    }
}
