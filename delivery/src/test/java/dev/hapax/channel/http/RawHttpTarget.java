package dev.hapax.channel.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A target on a real socket that reads one whole request, and then does what it is told. */
final class RawHttpTarget implements AutoCloseable {

    /** What follows the response. */
    enum End {
        CLOSE,
        RESET,
        SILENCE,
        /** The last byte again and again. */
        DRIP
    }

    /** Requests that it has read to the end, and so may have acted on. */
    final List<String> requests = new CopyOnWriteArrayList<>();
    /** How its responses end, once for each that it has begun. */
    final List<End> ended = new CopyOnWriteArrayList<>();

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final CountDownLatch closed = new CountDownLatch(1);
    private final String response;
    private final End end;
    private final boolean reads;
    private final AtomicInteger connections = new AtomicInteger();

    RawHttpTarget(String response, End end, boolean reads) throws IOException {
        this.response = response;
        this.end = end;
        this.reads = reads;
        Thread thread = new Thread(this::listen, "http-target");
        thread.setDaemon(true);
        thread.start();
    }

    static RawHttpTarget answering(String response, End end) throws IOException {
        return new RawHttpTarget(response.replace("\n", "\r\n"), end, true);
    }

    /** Ends the connection after the first byte of the request. */
    static RawHttpTarget hangingUp(End end) throws IOException {
        return new RawHttpTarget("", end, false);
    }

    String url() {
        return "http://localhost:" + port() + "/hook?a=b";
    }

    int port() {
        return listener.getLocalPort();
    }

    int connections() {
        return connections.get();
    }

    private void listen() {
        while (!listener.isClosed()) {
            try (Socket socket = listener.accept()) {
                connections.incrementAndGet();
                serve(socket);
            } catch (IOException e) {
                // The client hung up, as it does when it has seen enough, or the target is closed.
            }
        }
    }

    private void serve(Socket socket) throws IOException {
        if (reads) {
            String request = request(new BufferedInputStream(socket.getInputStream()));
            if (request == null) {
                return;
            }
            requests.add(request);
        } else if (socket.getInputStream().read() < 0) {
            return;
        }
        ended.add(end);
        OutputStream out = socket.getOutputStream();
        out.write(response.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
        switch (end) {
            case CLOSE -> {}
            case RESET -> socket.setSoLinger(true, 0);
            case SILENCE -> isClosedWithin(Long.MAX_VALUE);
            case DRIP -> {
                while (!isClosedWithin(50)) {
                    out.write('x');
                    out.flush();
                }
            }
        }
    }

    private boolean isClosedWithin(long millis) {
        try {
            return closed.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** Null if the client hung up before the end. */
    private static @Nullable String request(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return null;
            }
            head.append((char) next);
        }
        int length = head.toString()
                .lines()
                .filter(line -> line.startsWith("Content-Length: "))
                .mapToInt(line -> Integer.parseInt(line.substring("Content-Length: ".length())))
                .findFirst()
                .orElse(0);
        return head + new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        listener.close();
    }
}
