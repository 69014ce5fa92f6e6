package dev.hapax.admin.feed;

import dev.hapax.admin.AdminJson;
import dev.hapax.admin.EventKind;
import io.javalin.http.Context;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** A stream of server-sent events, written asynchronously: the container calls when there is room. */
final class StreamWire implements Wire, WriteListener {

    private final ServletOutputStream out;
    private final Runnable abort;
    private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
    private boolean open;
    private byte @Nullable [] toWrite;
    private boolean toFlush;
    private @Nullable Runnable whenSent;

    private StreamWire(ServletOutputStream out, Runnable abort) {
        this.out = out;
        this.abort = abort;
    }

    /** The response of an asynchronous request. */
    static StreamWire of(Context context) throws IOException {
        Request request = ServletContextRequest.getServletContextRequest(context.req());
        return new StreamWire(
                context.res().getOutputStream(),
                () -> request.getConnectionMetaData()
                        .getConnection()
                        .getEndPoint()
                        .close());
    }

    /** Completes when the response has ended. */
    CompletableFuture<@Nullable Void> ended() {
        return ended;
    }

    @Override
    public void send(List<FeedFrame> messages, Runnable sent) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        messages.forEach(message -> bytes.writeBytes(message.forStream()));
        begin(bytes.toByteArray(), sent);
    }

    @Override
    public void close(Wire.CloseReason closeReason) {
        String data = AdminJson.text(
                AdminJson.object().put("code", closeReason.code()).put("why", closeReason.why()));
        // Without an id: the client resumes after the last event with one.
        begin(
                ("event: " + EventKind.BYE.code() + "\ndata: " + data + "\n\n").getBytes(StandardCharsets.UTF_8),
                () -> ended.complete(null));
    }

    private void begin(byte[] bytes, Runnable sent) {
        if (ended.isDone()) {
            return;
        }
        synchronized (this) {
            toWrite = bytes;
            toFlush = true;
            whenSent = sent;
        }
        write();
    }

    @Override
    public void onWritePossible() {
        synchronized (this) {
            open = true;
        }
        write();
    }

    private void write() {
        Runnable sent;
        try {
            synchronized (this) {
                if (!open || !written()) {
                    return;
                }
                sent = whenSent;
                whenSent = null;
            }
        } catch (IOException | IllegalStateException e) {
            onError(e);
            return;
        }
        if (sent != null) {
            sent.run();
        }
    }

    /** Writes as much as possible; false if the container will call again. */
    private boolean written() throws IOException {
        while (out.isReady()) {
            byte[] bytes = toWrite;
            if (bytes != null) {
                toWrite = null;
                out.write(bytes);
            } else if (toFlush) {
                toFlush = false;
                out.flush();
            } else {
                return true;
            }
        }
        return false;
    }

    @Override
    public void onError(Throwable failure) {
        ended.complete(null);
    }

    /** The container itself closes only connections of clients that read nothing, not those that read slowly. */
    @Override
    public void cut() {
        // After the response, the connection may be used for another one.
        if (!ended.isDone()) {
            abort.run();
            ended.complete(null);
        }
    }
}
