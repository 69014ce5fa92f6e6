package dev.hapax.bench.lab;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Somebody who opens the dashboard anew every second: the page, then what it loads before its events. */
final class Visitor implements AutoCloseable {

    private static final List<String> PATHS =
            List.of("", "api/status", "api/stats?scope=group", "api/alerts?limit=100", "api/quarantine?limit=50");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final URI instance;
    private final Consumer<String> onFailure;
    private final CountDownLatch enough = new CountDownLatch(1);
    private final Thread thread = new Thread(this::visit, "visitor");

    private Visitor(URI instance, Consumer<String> onFailure) {
        this.instance = instance;
        this.onFailure = onFailure;
    }

    /** @param onFailure told why when something is not answered as it should be */
    static Visitor begin(URI instance, Consumer<String> onFailure) {
        Visitor visitor = new Visitor(instance, onFailure);
        visitor.thread.setDaemon(true);
        visitor.thread.start();
        return visitor;
    }

    private void visit() {
        try {
            while (!enough.await(1, TimeUnit.SECONDS)) {
                for (String path : PATHS) {
                    load(instance.resolve(path));
                }
            }
        } catch (IOException e) {
            if (enough.getCount() > 0) {
                onFailure.accept(e.toString());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void load(URI address) throws IOException, InterruptedException {
        int status = http.send(HttpRequest.newBuilder(address).timeout(PATIENCE).build(), BodyHandlers.discarding())
                .statusCode();
        if (status != 200) {
            throw new IOException(address + " was answered with " + status);
        }
    }

    @Override
    public void close() {
        enough.countDown();
    }
}
