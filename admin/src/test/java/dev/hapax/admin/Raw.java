package dev.hapax.admin;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Raw HTTP, for requests that no client library sends. */
public final class Raw {

    private static final Pattern LENGTH = Pattern.compile("(?i)Content-Length: (\\d+)");

    private Raw() {}

    public static Socket open(int port) throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 10_000);
        socket.setSoTimeout(20_000);
        return socket;
    }

    /** Sends these lines and an empty one, and returns the response until the connection is closed. */
    public static String ask(int port, String... lines) throws IOException {
        try (Socket socket = open(port)) {
            send(socket, String.join("\r\n", lines) + "\r\n\r\n");
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    public static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    /** The status line and the headers of a response. */
    public static String readHead(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder answer = new StringBuilder();
        while (answer.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("Closed after: " + answer);
            }
            answer.append((char) next);
        }
        return answer.toString();
    }

    /** One response with a content length, head and body. */
    public static String readAnswer(Socket socket) throws IOException {
        String head = readHead(socket);
        Matcher length = LENGTH.matcher(head);
        if (!length.find()) {
            return head;
        }
        byte[] body = socket.getInputStream().readNBytes(Integer.parseInt(length.group(1)));
        return head + new String(body, StandardCharsets.UTF_8);
    }
}
