package dev.hapax.demo.delivery;

import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.delivery.SuppressionList;
import dev.hapax.rendering.UnsubscribeLinks;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Opts recipients out while a campaign runs, in a thread of its own: every other one with the link of an earlier mail, as mailbox
 * providers do, the others by hand.
 */
final class OptOuts implements AutoCloseable {

    /** Of an earlier campaign. */
    private static final String EARLIER = "earlier-news";

    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final long PAUSE_MILLIS = 100;

    private final List<String> addresses;
    private final DoubleSupplier progress;
    private final SuppressionList suppressions;
    private final UnsubscribeLinks links;
    private final int port;
    private final Clock clock;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(ANSWER)
            .build();
    /** When each was acknowledged, in epoch milliseconds. */
    private final Map<String, Long> acknowledged = new LinkedHashMap<>();

    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private final Thread thread = new Thread(this::run, "opt-outs");
    private int byLink;

    /**
     * @param addresses in this order
     * @param progress of the campaign, from 0 to 1: the opt-outs are spread over it
     * @param port on which the instance listens for links
     */
    OptOuts(KafkaClients clients, List<String> addresses, DoubleSupplier progress, int port, Clock clock) {
        this.addresses = addresses;
        this.progress = progress;
        this.suppressions = new SuppressionList(clients, clock);
        this.links = Objects.requireNonNull(
                UnsubscribeLinks.of(clients.settings().campaign().unsubscribe()));
        this.port = port;
        this.clock = clock;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            for (int i = 0; i < addresses.size(); i++) {
                while (progress.getAsDouble() * addresses.size() < i) {
                    Thread.sleep(PAUSE_MILLIS);
                }
                optOut(addresses.get(i), i % 2 == 0);
            }
        } catch (InterruptedException e) {
            // Closed.
        } catch (RuntimeException e) {
            failure.set(e);
        }
    }

    private void optOut(String address, boolean withLink) throws InterruptedException {
        if (withLink) {
            URI link = URI.create(links.url(EARLIER, address));
            post(URI.create("http://127.0.0.1:" + port + link.getRawPath()));
        } else {
            suppressions.add(address, "demo", "called us");
        }
        synchronized (acknowledged) {
            byLink += withLink ? 1 : 0;
            acknowledged.put(address, clock.millis());
        }
    }

    /** Again and again while the instance is away, as mailbox providers do. */
    private void post(URI link) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(link)
                .timeout(ANSWER)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("List-Unsubscribe=One-Click"))
                .build();
        while (true) {
            try {
                int status = client.send(request, BodyHandlers.discarding()).statusCode();
                if (status == 200) {
                    return;
                }
                if (status != 429 && status != 503) {
                    throw new IllegalStateException("the link to unsubscribe was answered with " + status);
                }
            } catch (IOException e) {
                // It starts again.
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    /** When each was acknowledged, in epoch milliseconds. */
    Map<String, Long> acknowledged() {
        Exception e = failure.get();
        if (e != null) {
            throw new IllegalStateException("an opt-out failed: " + e.getMessage(), e);
        }
        synchronized (acknowledged) {
            return Map.copyOf(acknowledged);
        }
    }

    /** How many came by link. */
    int byLink() {
        synchronized (acknowledged) {
            return byLink;
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
