package dev.hapax.admin.feed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A connection to this test, which reads at once or on request. */
final class RecordingWire implements Wire {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final boolean reads;
    final List<JsonNode> events = new CopyOnWriteArrayList<>();
    final List<Runnable> unread = new ArrayList<>();

    Wire.@Nullable CloseReason closeReason;

    volatile boolean cut;

    RecordingWire(boolean reads) {
        this.reads = reads;
    }

    @Override
    public void send(List<FeedFrame> messages, Runnable sent) {
        if (!unread.isEmpty() || closeReason != null) {
            throw new AssertionError("something is on its way already");
        }
        for (FeedFrame message : messages) {
            try {
                events.add(JSON.readTree(message.forSocket()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        if (reads) {
            sent.run();
        } else {
            unread.add(sent);
        }
    }

    /** Reads one batch. */
    void read() {
        List<Runnable> sent = List.copyOf(unread);
        unread.clear();
        sent.forEach(Runnable::run);
    }

    @Override
    public void close(Wire.CloseReason why) {
        closeReason = why;
    }

    @Override
    public void cut() {
        cut = true;
    }

    List<String> types() {
        return events.stream().map(event -> event.path("type").asText()).toList();
    }

    List<JsonNode> ofType(String type) {
        return events.stream()
                .filter(event -> event.path("type").asText().equals(type))
                .toList();
    }

    String lastId() {
        return events.get(events.size() - 1).path("id").asText();
    }
}
