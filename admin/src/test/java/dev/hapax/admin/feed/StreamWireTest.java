package dev.hapax.admin.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hapax.admin.EventKind;
import io.javalin.Javalin;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Over a real connection, because the test is about how it ends. */
@Timeout(60)
class StreamWireTest {

    private static final int LARGE = 32 << 20;

    private final CompletableFuture<StreamWire> connected = new CompletableFuture<>();
    private final Javalin server = Javalin.create(config -> {
                config.startup.showJavalinBanner = false;
                config.routes.get("/events", this::stream);
                config.routes.get("/again", request -> request.result("still here"));
            })
            .start("127.0.0.1", 0);

    private void stream(Context context) {
        context.future(() -> {
            try {
                StreamWire wire = StreamWire.of(context);
                context.res().getOutputStream().setWriteListener(wire);
                connected.complete(wire);
                return wire.ended();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @AfterEach
    void stop() {
        server.stop();
    }

    @Test
    void shouldDisconnectAClientThatReadsSlowly() throws Exception {
        AtomicBoolean sent = new AtomicBoolean();
        try (Socket socket = open()) {
            ask(socket, "/events");
            StreamWire wire = connected.get();
            wire.send(List.of(new FeedFrame(EventKind.ALERT, "t", "x".repeat(LARGE))), () -> sent.set(true));
            InputStream in = socket.getInputStream();
            assertThat(in.readNBytes(1_000)).hasSize(1_000);

            wire.cut();

            assertThat(wire.ended()).isDone();
            assertThat(readToItsEnd(in)).isLessThan(LARGE);
            assertThat(sent).isFalse();
        }
    }

    @Test
    void shouldReuseTheConnectionAfterTheStreamHasEnded() throws Exception {
        try (Socket socket = open()) {
            ask(socket, "/events");
            StreamWire wire = connected.get();
            wire.close(Wire.CloseReason.stopping());
            await().until(() -> wire.ended().isDone());
            InputStream in = socket.getInputStream();
            until(in, "event: bye", "\r\n0\r\n\r\n");

            wire.cut();
            ask(socket, "/again");

            until(in, "still here");
        }
    }

    private Socket open() throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4 << 10);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        return socket;
    }

    private static void ask(Socket socket, String path) throws IOException {
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    /** Reads until all of these have arrived, in order. */
    private static void until(InputStream in, String... texts) throws IOException {
        StringBuilder read = new StringBuilder();
        for (String text : texts) {
            while (read.indexOf(text) < 0) {
                int next = in.read();
                assertThat(next).as("the end came after: %s", read).isNotNegative();
                read.append((char) next);
            }
        }
    }

    private static long readToItsEnd(InputStream in) {
        long bytes = 0;
        try {
            byte[] some = new byte[64 << 10];
            for (int read = in.read(some); read >= 0; read = in.read(some)) {
                bytes += read;
            }
        } catch (IOException e) {
            // A closed connection ends like this.
        }
        return bytes;
    }
}
