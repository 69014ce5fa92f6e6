package dev.hapax.demo.delivery;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Executors;

/** An HTTP target in a process of its own. It closes the connection without a response to {@code /hangup}. */
final class DemoHookServer {

    static final String HANGS_UP = "hangup";

    private DemoHookServer() {}

    /** @param arguments the port, and the file to log to */
    public static void main(String[] arguments) throws IOException {
        AcceptedLog log = new AcceptedLog(Path.of(arguments[1]));
        HttpServer server = HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0])), 50);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", exchange -> answer(exchange, log));
        server.start();
    }

    private static void answer(HttpExchange exchange, AcceptedLog log) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            log.accepted(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            if (!exchange.getRequestURI().getPath().equals("/" + HANGS_UP)) {
                exchange.sendResponseHeaders(204, -1);
            }
        }
    }
}
