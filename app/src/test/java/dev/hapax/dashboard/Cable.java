package dev.hapax.dashboard;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What connects a browser to an instance, and can be pulled out and put back. */
final class Cable implements AutoCloseable {

    private final ServerSocket plug;
    private final int instancePort;
    private final Set<Socket> ends = ConcurrentHashMap.newKeySet();
    private volatile boolean out;

    Cable(int instancePort) throws IOException {
        this.instancePort = instancePort;
        this.plug = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        background(this::accept);
    }

    int port() {
        return plug.getLocalPort();
    }

    void pull() throws IOException {
        out = true;
        for (Socket end : ends) {
            end.close();
        }
        ends.clear();
    }

    void putBack() {
        out = false;
    }

    private void accept() throws IOException {
        while (!plug.isClosed()) {
            Socket browser = plug.accept();
            if (out) {
                browser.close();
            } else {
                Socket instance = new Socket(InetAddress.getLoopbackAddress(), instancePort);
                ends.add(browser);
                ends.add(instance);
                background(() -> carry(browser, instance));
                background(() -> carry(instance, browser));
            }
        }
    }

    private void carry(Socket from, Socket to) throws IOException {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } finally {
            ends.remove(from);
            ends.remove(to);
        }
    }

    /** Work that ends with its socket. */
    @FunctionalInterface
    private interface Work {
        void run() throws IOException;
    }

    private static void background(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // The socket was closed, by either side or by us: that is how it ends.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        plug.close();
        pull();
    }
}
