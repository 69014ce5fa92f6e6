package dev.hapax.demo.delivery;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Stages over HTTP, as a program of a user does: it asks again until it has an answer, because staging the same again changes
 * nothing.
 */
final class ApiStaging {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final long PAUSE_MILLIS = 300;
    private static final int AT_ONCE = 4;

    private final URI deliveries;
    private final String token;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    ApiStaging(int port, String token) {
        this.deliveries = URI.create("http://127.0.0.1:" + port + "/api/deliveries");
        this.token = token;
    }

    /** Returns when the ledger has all of them. */
    void stage(List<DemoPlan.Staging> stagings) throws IOException, InterruptedException {
        ExecutorService senders = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Future<?>> sent = stagings.stream()
                    .<Future<?>>map(staging -> senders.submit(() -> {
                        stage(staging);
                        return staging.id();
                    }))
                    .toList();
            for (Future<?> one : sent) {
                one.get();
            }
        } catch (ExecutionException e) {
            throw new IOException("a delivery could not be staged over HTTP: " + e.getCause(), e.getCause());
        } finally {
            senders.shutdownNow();
        }
    }

    private void stage(DemoPlan.Staging staging) throws IOException, InterruptedException {
        ObjectNode body = JSON.createObjectNode()
                .put("id", staging.id())
                .put("channel", staging.channel())
                .put("target", staging.target())
                .put("artifact", Base64.getEncoder().encodeToString(staging.artifact()));
        HttpRequest request = HttpRequest.newBuilder(deliveries)
                .timeout(ANSWER)
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.toString()))
                .build();
        long end = System.nanoTime() + PATIENCE.toNanos();
        String last = "no answer";
        while (System.nanoTime() < end) {
            try {
                HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
                if (answer.statusCode() == 201 || answer.statusCode() == 200 || answer.statusCode() == 202) {
                    return;
                }
                last = answer.statusCode() + " " + answer.body();
                if (answer.statusCode() < 429) {
                    throw new IllegalStateException(staging.id() + ": " + last);
                }
            } catch (IOException e) {
                // The instance was killed, and starts again.
                last = e.toString();
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        throw new IOException(staging.id() + ": " + last);
    }
}
