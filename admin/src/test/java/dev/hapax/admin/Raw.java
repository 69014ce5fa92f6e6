package dev.hapax.admin;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** HTTP by hand, for what no client would send. */
final class Raw {

    private Raw() {}

    static Socket open(int port) throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 10_000);
        socket.setSoTimeout(20_000);
        return socket;
    }

    /** Sends these lines and an empty one, and returns all that comes back until the other side closes. */
    static String ask(int port, String... lines) throws IOException {
        try (Socket socket = open(port)) {
            send(socket, String.join("\r\n", lines) + "\r\n\r\n");
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }
}
