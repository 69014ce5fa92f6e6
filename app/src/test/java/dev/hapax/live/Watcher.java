package dev.hapax.live;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A client on a WebSocket, and all that it has been told. */
public final class Watcher implements WebSocket.Listener, AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final boolean reads;
    private final StringBuilder text = new StringBuilder();
    private final List<JsonNode> events = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();
    private final WebSocket socket;
    private @Nullable String closed;

    private Watcher(HttpClient client, URI instance, @Nullable String from, boolean reads) {
        this.reads = reads;
        String scheme = "https".equals(instance.getScheme()) ? "wss" : "ws";
        String query = from == null ? "" : "?from=" + from;
        this.socket = client.newWebSocketBuilder()
                .buildAsync(URI.create(scheme + "://" + instance.getAuthority() + "/ws" + query), this)
                .join();
    }

    public static Watcher of(HttpClient client, URI instance, @Nullable String from) {
        return new Watcher(client, instance, from, true);
    }

    /** One that reads nothing until told to. */
    static Watcher asleep(HttpClient client, URI instance) {
        return new Watcher(client, instance, null, false);
    }

    void wakeUp() {
        socket.request(Long.MAX_VALUE);
    }

    @Override
    public void onOpen(WebSocket opened) {
        if (reads) {
            opened.request(Long.MAX_VALUE);
        }
    }

    @Override
    public synchronized @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        text.append(data);
        if (last) {
            try {
                texts.add(text.toString());
                events.add(JSON.readTree(text.toString()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            text.setLength(0);
        }
        return null;
    }

    @Override
    public synchronized @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        closed = code + " " + reason;
        return null;
    }

    public synchronized List<JsonNode> events() {
        return List.copyOf(events);
    }

    /** The same as it came. */
    public synchronized List<String> texts() {
        return List.copyOf(texts);
    }

    public List<JsonNode> events(String type) {
        return events().stream()
                .filter(event -> event.path("type").asText().equals(type))
                .toList();
    }

    /** The data of the first event of that type that is as wanted, once there is one. */
    public JsonNode await1(String type, Predicate<JsonNode> wanted) {
        return await().atMost(Duration.ofSeconds(10))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .until(
                        () -> events(type).stream()
                                .map(event -> event.path("data"))
                                .filter(wanted)
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    /** The data of the last event of that type; of none, none. */
    JsonNode latest(String type) {
        List<JsonNode> all = events(type);
        return all.isEmpty()
                ? MissingNode.getInstance()
                : all.get(all.size() - 1).path("data");
    }

    /** Lets two more seconds be told. */
    void awaitTwoSeconds() {
        int before = events("stats").size();
        await().atMost(Duration.ofSeconds(20)).until(() -> events("stats").size() >= before + 2);
    }

    /** The last token it has been told. */
    String lastId() {
        List<JsonNode> all = events();
        return all.get(all.size() - 1).path("id").asText();
    }

    synchronized @Nullable String closed() {
        return closed;
    }

    /** As when the network is gone. */
    @Override
    public void close() {
        socket.abort();
    }
}
