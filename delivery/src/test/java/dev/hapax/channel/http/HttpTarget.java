package dev.hapax.channel.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A well-behaved target. It keeps what it has received, and answers with the status it is told to. */
final class HttpTarget implements AutoCloseable {

    record Received(String method, String uri, Map<String, List<String>> headers, byte[] body) {}

    final List<Received> received = new CopyOnWriteArrayList<>();
    volatile int status = 200;
    volatile @Nullable String location;

    private final HttpServer server;
    private final String scheme;

    private HttpTarget(HttpServer server, String scheme) {
        this.server = server;
        this.scheme = scheme;
        server.createContext("/", this::handle);
        server.start();
    }

    static HttpTarget plain() throws IOException {
        return new HttpTarget(HttpServer.create(anyPort(), 10), "http");
    }

    static HttpTarget withTls(SSLContext tls) throws IOException {
        HttpsServer server = HttpsServer.create(anyPort(), 10);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        return new HttpTarget(server, "https");
    }

    private static InetSocketAddress anyPort() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    int port() {
        return server.getAddress().getPort();
    }

    String url() {
        return url("localhost");
    }

    String url(String host) {
        return scheme + "://" + host + ":" + port() + "/hook?a=b%20c";
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            received.add(new Received(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    Map.copyOf(exchange.getRequestHeaders()),
                    exchange.getRequestBody().readAllBytes()));
            if (location != null) {
                exchange.getResponseHeaders().add("Location", location);
            }
            boolean bodiless = status == 204 || status == 304;
            exchange.sendResponseHeaders(status, bodiless ? -1 : 2);
            if (!bodiless) {
                exchange.getResponseBody().write("ok".getBytes(UTF_8));
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
