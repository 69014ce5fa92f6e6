package dev.hapax.admin.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.admin.AdminJson;
import dev.hapax.admin.Caller;
import dev.hapax.admin.ProblemException;
import dev.hapax.config.AdminUser.Role;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.domain.Command;
import dev.hapax.masking.Masking;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.keys.Forgetting;
import io.javalin.Javalin;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class KeyForgettingTest {

    private static final Settings SETTINGS =
            SettingsFile.parse("""
            kafka: { bootstrap.servers: 'localhost:1' }
            sources: [ { topic: in, identity: { field: /id } } ]
            """, "test.yaml", Path.of("."), name -> null).settings();

    private final AtomicInteger waiting = new AtomicInteger();
    private final CountDownLatch receipt = new CountDownLatch(1);
    private final KeyForgetting forgetting = new KeyForgetting(this::forget, Duration.ofMillis(100));
    private final ReaderPool room =
            new ReaderPool(new KafkaClients(SETTINGS), new CaseView(new Masking(SETTINGS)), Duration.ofMillis(100));
    private final HttpClient client = HttpClient.newHttpClient();
    private final Javalin server = Javalin.create(config -> {
                config.startup.showJavalinBanner = false;
                AuditLog audit = new AuditLog(request -> new Caller("ann", Set.of(Role.OPERATOR), false), "host:8090");
                config.routes.post("/{identity}/forget", audit.of("key forget", forgetting::forget));
                config.routes.get("/read", request -> {
                    String said = room.read(request, progress -> "read");
                    request.result(said);
                });
                config.routes.exception(
                        ProblemException.class,
                        (problem, request) -> request.status(problem.status()).result(problem.getMessage()));
            })
            .start("127.0.0.1", 0);

    private Forgetting.Answer forget(String identity, String actor, String reason) {
        waiting.incrementAndGet();
        try {
            receipt.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new Forgetting.Answer.Waits(new Command.Forget("c1", identity, actor, reason, Instant.EPOCH), false);
    }

    @AfterEach
    void stop() {
        receipt.countDown();
        server.stop();
        room.close();
    }

    @Test
    void shouldNotBlockReadsWhileKeysWaitForReceipts() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> asked = IntStream.range(0, 2)
                .mapToObj(i -> send(post("k" + i, "{\"reason\":\"x\"}")))
                .toList();
        await().until(() -> waiting.get() == 2);

        assertThat(send(HttpRequest.newBuilder(at("/read")).build()).get().statusCode())
                .isEqualTo(200);
        HttpResponse<String> third = send(post("k3", "{\"reason\":\"x\"}")).get();
        assertThat(third.statusCode()).isEqualTo(503);
        assertThat(third.headers().firstValue("Retry-After")).hasValue("2");

        receipt.countDown();
        for (CompletableFuture<HttpResponse<String>> one : asked) {
            assertThat(one.get().statusCode()).isEqualTo(202);
        }
        assertThat(send(post("k3", "{\"reason\":\"x\"}")).get().statusCode()).isEqualTo(202);
    }

    @Test
    void shouldReturnTheEquivalentCommandLine() throws Exception {
        receipt.countDown();

        JsonNode answer = AdminJson.read(
                send(post("shop%3A7", "{\"reason\":\"by mistake\"}")).get().body());

        assertThat(answer.path("command").asText())
                .isEqualTo("hapax key forget -c FILE shop:7 --reason 'by mistake' --as ann");
    }

    private HttpRequest post(String identity, String body) {
        return HttpRequest.newBuilder(at("/" + identity + "/forget"))
                .POST(BodyPublishers.ofString(body))
                .build();
    }

    private CompletableFuture<HttpResponse<String>> send(HttpRequest request) {
        return client.sendAsync(request, BodyHandlers.ofString());
    }

    private URI at(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }
}
