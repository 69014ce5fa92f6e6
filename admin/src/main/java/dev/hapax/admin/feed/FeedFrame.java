package dev.hapax.admin.feed;

import dev.hapax.admin.EventKind;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** An encoded event, encoded once for all clients. */
final class FeedFrame {

    private final EventKind kind;
    private final String id;
    private final String data;
    private volatile byte @Nullable [] socket;
    private volatile byte @Nullable [] stream;

    /**
     * @param id the token to resume after this event
     * @param data JSON, on one line
     */
    FeedFrame(EventKind kind, String id, String data) {
        this.kind = kind;
        this.id = id;
        this.data = data;
    }

    EventKind kind() {
        return kind;
    }

    /** The approximate size in memory. */
    int size() {
        return id.length() + data.length() + 64;
    }

    /** As a text message of a WebSocket. */
    byte[] forSocket() {
        byte[] bytes = socket;
        if (bytes == null) {
            bytes = utf8("{\"type\":\"" + kind.code() + "\",\"id\":\"" + id + "\",\"data\":" + data + "}");
            socket = bytes;
        }
        return bytes;
    }

    /** As a server-sent event. */
    byte[] forStream() {
        byte[] bytes = stream;
        if (bytes == null) {
            bytes = utf8("event: " + kind.code() + "\nid: " + id + "\ndata: " + data + "\n\n");
            stream = bytes;
        }
        return bytes;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
