package dev.hapax.work;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.described.Described;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The API of one instance, as a client sees it. */
final class Api {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client;
    private final URI instance;
    private final List<String> answers;
    private final Described described;
    private final @Nullable String token;
    private final @Nullable String actor;

    /**
     * @param answers collects every body that is answered
     * @param described every one of them is held against it
     */
    Api(HttpClient client, URI instance, List<String> answers, Described described) {
        this(client, instance, answers, described, null, null);
    }

    private Api(
            HttpClient client,
            URI instance,
            List<String> answers,
            Described described,
            @Nullable String token,
            @Nullable String actor) {
        this.client = client;
        this.instance = instance;
        this.answers = answers;
        this.described = described;
        this.token = token;
        this.actor = actor;
    }

    /** @param actor null for who does not say */
    Api as(String token, @Nullable String actor) {
        return new Api(client, instance, answers, described, token, actor);
    }

    /** What was answered. */
    record Answer(int status, JsonNode body, HttpResponse<String> response) {

        String text(String pointer) {
            return body.at(pointer).asText();
        }
    }

    String address() {
        return instance.getAuthority();
    }

    Answer get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder().GET(), path);
    }

    /** Has every line of server-sent events collected, from now on. */
    void collectEvents() throws IOException, InterruptedException {
        HttpResponse<Stream<String>> events = client.send(
                HttpRequest.newBuilder(instance.resolve("/api/events")).build(), HttpResponse.BodyHandlers.ofLines());
        Thread collecting = new Thread(() -> {
            try {
                events.body().forEach(answers::add);
            } catch (UncheckedIOException e) {
                // So ends a stream whose instance is gone.
            }
        });
        collecting.setDaemon(true);
        collecting.start();
    }

    Answer post(String path, String body) throws IOException, InterruptedException {
        return send(
                HttpRequest.newBuilder()
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .header("Content-Type", "application/json"),
                path);
    }

    private Answer send(HttpRequest.Builder request, String path) throws IOException, InterruptedException {
        request.uri(instance.resolve(path)).timeout(Duration.ofSeconds(60));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        if (actor != null) {
            request.header("Hapax-Actor", actor);
        }
        HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        answers.add(response.body());
        described.check(response);
        JsonNode answer = JSON.readTree(response.body());
        if (answer.path("command").isTextual()) {
            // Whatever is told to be typed is understood.
            Shell.parsed(answer.path("command").asText());
        }
        return new Answer(response.statusCode(), answer, response);
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
