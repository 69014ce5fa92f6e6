package dev.hapax.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.described.Described;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Judgement;
import dev.hapax.faults.TestBroker;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.instance.Instance;
import dev.hapax.wire.DecisionSerde;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A broker and two instances that share an application, for all tests of a class and those nested in it. */
final class LiveGroup implements BeforeAllCallback, AfterAllCallback {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TOKEN = "the-token-of-the-feed";

    private final TestBroker broker = new TestBroker();
    private final HttpClient http = HttpClient.newHttpClient();
    private final Described described = new Described();
    private final AtomicInteger sent = new AtomicInteger();
    private final List<Instance> instances = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // set before any test
    private Application application;

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        if (context.getParent().flatMap(ExtensionContext::getTestClass).isPresent()) {
            // Of a class within: all is there.
            return;
        }
        broker.beforeAll(context);
        application = broker.application("feed");
        application.createTopics(config("one"));
        instances.add(start("one"));
        instances.add(start("two"));
        InProcess.awaitRunning(instances);
        await().atMost(Duration.ofMinutes(1))
                .until(() -> application.members().values().stream()
                                .filter(partitions -> partitions == 1)
                                .count()
                        == 2);
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        if (context.getParent().flatMap(ExtensionContext::getTestClass).isEmpty()) {
            instances.forEach(Instance::close);
            application.close();
            broker.afterAll(context);
        }
    }

    private ApplicationConfig config(String state) {
        return application.config(state).set("topics", "partitions", 2).set("admin", "token", TOKEN);
    }

    /** One instance more. */
    Instance start(String state) throws IOException {
        return InProcess.start(config(state), broker.folder().resolve(state + ".yaml"));
    }

    Application application() {
        return application;
    }

    String bootstrapServers() {
        return broker.bootstrapServers();
    }

    HttpClient http() {
        return http;
    }

    /** A configuration of the application, for the command line. */
    Path file() {
        return broker.folder().resolve("one.yaml");
    }

    URI address(int instance) {
        return instances.get(instance).address().orElseThrow();
    }

    Watcher watcher(int instance, @Nullable String from) {
        return Watcher.of(http, address(instance), from);
    }

    /** Server-sent events. */
    Lines stream(int instance, @Nullable String from) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(address(instance).resolve("/api/events"));
        if (from != null) {
            request.header("Last-Event-ID", from);
        }
        HttpResponse<InputStream> response = http.send(request.build(), BodyHandlers.ofInputStream());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("text/event-stream; charset=utf-8");
        return new Lines(response.body());
    }

    static void hello(Watcher watcher) {
        watcher.await1("hello", data -> true);
    }

    /** Has an instance raise an alert. */
    void alert(String identity) throws Exception {
        application.send(identity, "Payment failed", System.currentTimeMillis());
        sent(1);
    }

    /** So many more messages are to be read. */
    void sent(int messages) {
        sent.addAndGet(messages);
    }

    int sent() {
        return sent.get();
    }

    /** Writes an alert where the instances would. */
    void write(String identity, String reason) throws Exception {
        application.send(new ProducerRecord<>("feed.alerts", Application.utf8(identity), decision(identity, reason)));
    }

    static byte[] decision(String identity, String reason) {
        return DecisionSerde.write(new Decision(
                identity,
                0,
                "feed.in",
                new Coordinates("feed.in", 0, 0),
                System.currentTimeMillis(),
                new Fingerprint(1, 2),
                new Judgement("made-up", true, 1, reason, "rule"),
                "rules@0"));
    }

    static String identity(JsonNode data) {
        return data.path("identity").asText();
    }

    JsonNode get(int instance, String path) throws Exception {
        return answer(HttpRequest.newBuilder(address(instance).resolve(path)).build());
    }

    JsonNode post(int instance, String path, String body) throws Exception {
        return answer(HttpRequest.newBuilder(address(instance).resolve(path))
                .header("Authorization", "Bearer " + TOKEN)
                .POST(BodyPublishers.ofString(body))
                .build());
    }

    private JsonNode answer(HttpRequest request) throws Exception {
        HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
        described.check(response);
        return JSON.readTree(response.body());
    }
}
