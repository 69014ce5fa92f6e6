package dev.hapax.bench.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

/** Clients of an instance's events, as light as can be: one thread reads what all are sent, and throws it away. */
final class Watchers implements AutoCloseable {

    private static final String UPGRADE = String.join(
            "\r\n",
            "GET /ws HTTP/1.1",
            "Host: %s",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "",
            "");
    private static final int BETWEEN_CONNECTIONS_MILLIS = 12;
    private static final int BUFFER = 1 << 18;

    private final Selector selector;
    private final Thread thread = new Thread(this::read, "watchers");
    private final Runnable onDropped;
    private final AtomicLong bytes = new AtomicLong();
    private volatile boolean closed;

    private Watchers(Selector selector, Runnable onDropped) {
        this.selector = selector;
        this.onDropped = onDropped;
    }

    /** @param onDropped run when the instance lets one of them go */
    static Watchers connect(URI instance, int count, Runnable onDropped) {
        try {
            Watchers watchers = new Watchers(Selector.open(), onDropped);
            for (int i = 0; i < count; i++) {
                // An instance answers so many requests a second, and no more.
                Thread.sleep(BETWEEN_CONNECTIONS_MILLIS);
                watchers.add(instance);
            }
            watchers.thread.setDaemon(true);
            watchers.thread.start();
            return watchers;
        } catch (IOException e) {
            throw new UncheckedIOException("watchers could not connect to " + instance, e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    private void add(URI instance) throws IOException {
        SocketChannel channel = SocketChannel.open(new InetSocketAddress(instance.getHost(), instance.getPort()));
        channel.write(ByteBuffer.wrap(UPGRADE.formatted(instance.getAuthority()).getBytes(StandardCharsets.US_ASCII)));
        ByteBuffer answer = ByteBuffer.allocate(4 * 1024);
        channel.read(answer);
        String head = new String(answer.array(), 0, answer.position(), StandardCharsets.ISO_8859_1);
        if (!head.startsWith("HTTP/1.1 101 ")) {
            throw new IOException("it answered " + head);
        }
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ);
    }

    private void read() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
        try {
            while (!closed) {
                selector.select(key -> read(key, buffer));
            }
        } catch (IOException | ClosedSelectorException e) {
            if (!closed) {
                throw new IllegalStateException("watchers failed", e);
            }
        }
    }

    private void read(SelectionKey key, ByteBuffer buffer) {
        int count;
        try {
            buffer.clear();
            count = ((SocketChannel) key.channel()).read(buffer);
        } catch (IOException e) {
            count = -1;
        }
        if (count < 0) {
            key.cancel();
            if (!closed) {
                onDropped.run();
            }
        } else {
            bytes.addAndGet(count);
        }
    }

    /** What all were sent together. */
    long bytes() {
        return bytes.get();
    }

    @Override
    public void close() {
        closed = true;
        try {
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException("watchers could not leave", e);
        }
    }
}
