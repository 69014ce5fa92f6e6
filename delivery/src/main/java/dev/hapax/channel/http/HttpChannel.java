package dev.hapax.channel.http;

import dev.hapax.channel.Evidence;
import dev.hapax.channel.PublicAddresses;
import dev.hapax.channel.TcpConnection;
import dev.hapax.delivery.DeliveryEvent.Result;
import dev.hapax.delivery.HttpArtifact;
import dev.hapax.worker.Channel;
import dev.hapax.worker.DueDelivery;
import dev.hapax.worker.Lease;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLContext;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParser;
import org.apache.hc.core5.http.io.SessionInputBuffer;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * Sends one HTTP/1.1 request over a connection of its own. Written on HttpCore and not on the JDK's client, which looks up the
 * host by itself, repeats requests, and leaves no place for the lease between connecting and writing.
 */
public final class HttpChannel implements Channel {

    private static final Http1Config LIMITS = Http1Config.custom()
            .setMaxLineLength(16 * 1024)
            .setMaxHeaderCount(200)
            .build();
    private static final int MOST_INTERIM_RESPONSES = 10;
    private static final Set<Integer> NOT_NOW = Set.of(408, 425, 429);

    /** Finds the addresses of a host. */
    @FunctionalInterface
    interface Resolver {
        List<InetAddress> addresses(String host) throws UnknownHostException;
    }

    private record Response(int status, @Nullable String location, byte[] body, boolean whole) {}

    /** HttpCore takes the end of the connection for the end of the headers. */
    private static final class WholeHeaders extends DefaultHttpResponseParser {

        WholeHeaders() {
            super(LIMITS);
        }

        @Override
        public ClassicHttpResponse parse(SessionInputBuffer buffer, InputStream in) throws IOException, HttpException {
            AtomicBoolean ended = new AtomicBoolean();
            ClassicHttpResponse response = super.parse(buffer, new FilterInputStream(in) {
                @Override
                public int read(byte[] target, int offset, int length) throws IOException {
                    int count = super.read(target, offset, length);
                    if (count < 0) {
                        ended.set(true);
                    }
                    return count;
                }
            });
            if (ended.get()) {
                throw new ConnectionClosedException("the target hung up within the headers");
            }
            return response;
        }
    }

    private final HttpSettings settings;
    private final SSLContext tls;
    private final Resolver resolver;

    public HttpChannel(HttpSettings settings, SSLContext tls) {
        this(settings, tls, host -> List.of(InetAddress.getAllByName(host)));
    }

    HttpChannel(HttpSettings settings, SSLContext tls, Resolver resolver) {
        this.settings = settings;
        this.tls = tls;
        this.resolver = resolver;
    }

    @Override
    public Sent send(DueDelivery delivery, Lease lease) {
        HttpArtifact request;
        try {
            request = HttpArtifact.read(delivery.artifact());
        } catch (IllegalArgumentException e) {
            return new Sent(Result.REFUSED, Evidence.oneLine(String.valueOf(e.getMessage())));
        }
        try {
            return send(delivery, request, lease);
        } catch (RuntimeException e) {
            // Nothing was written: what fails from then on is caught there.
            return new Sent(Result.NOT_SENT, Evidence.reason(e));
        }
    }

    private Sent send(DueDelivery delivery, HttpArtifact request, Lease lease) {
        String problem = problem(request, delivery.target());
        if (problem != null) {
            return new Sent(Result.REFUSED, problem);
        }
        if (lease.hasEnded()) {
            return new Sent(Result.RETURNED, "the lease ended before the connection was opened");
        }
        String host = host(request.uri());
        List<InetAddress> addresses;
        try {
            addresses = resolver.addresses(unbracketed(host));
        } catch (UnknownHostException e) {
            return new Sent(Result.NOT_SENT, "no address of " + host + " was found");
        }
        if (!settings.names(host) && !addresses.stream().allMatch(PublicAddresses::isPublic)) {
            return new Sent(
                    Result.REFUSED,
                    host + " has an address of a private network. If that is intended, name the host in full in allow");
        }
        return send(delivery, request, lease, addresses);
    }

    /** Why the channel must not send a request to a target; null if it may. Staging asks too. */
    public @Nullable String problem(HttpArtifact request, String target) {
        if (!request.url().equals(target)) {
            return "the request is for another URL than the approved target";
        }
        URI uri = request.uri();
        if (!settings.plain() && !isSecure(uri)) {
            return "http:// is not encrypted, and the channel allows https:// only";
        }
        String host = host(uri);
        return settings.allows(host) ? null : host + " is not in the channel's list of allowed hosts";
    }

    private static String host(URI uri) {
        return uri.getHost().toLowerCase(Locale.ROOT);
    }

    private static String unbracketed(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private static boolean isSecure(URI uri) {
        return "https".equalsIgnoreCase(uri.getScheme());
    }

    /** @param addresses that were checked. The connection goes to one of them; nobody asks the name server again. */
    private Sent send(DueDelivery delivery, HttpArtifact request, Lease lease, List<InetAddress> addresses) {
        URI uri = request.uri();
        int port = uri.getPort() >= 0 ? uri.getPort() : isSecure(uri) ? 443 : 80;
        String host = unbracketed(host(uri));
        TcpConnection tcp;
        try {
            tcp = TcpConnection.connect(host, addresses, port, settings.connect());
        } catch (IOException e) {
            return new Sent(Result.NOT_SENT, "could not connect to " + host + ":" + port + ": " + Evidence.reason(e));
        }
        try {
            if (isSecure(uri)) {
                tcp.startTls(tls, host, settings.connect());
            }
        } catch (IOException e) {
            tcp.drop();
            return new Sent(Result.NOT_SENT, "no TLS with " + host + ":" + port + ": " + tcp.why(e));
        }
        if (lease.hasEnded()) {
            tcp.drop();
            return new Sent(Result.RETURNED, "the lease ended before the request was written");
        }
        // From here on the target may act.
        try {
            Response response =
                    tcp.<Response, Exception>within(settings.exchange(), () -> exchange(delivery, request, lease, tcp));
            return sent(response, tcp);
        } catch (Exception e) {
            return new Sent(Result.UNKNOWN, "no complete response: " + tcp.why(e) + " [" + tcp.describe() + "]");
        } finally {
            tcp.drop();
        }
    }

    private Response exchange(DueDelivery delivery, HttpArtifact request, Lease lease, TcpConnection tcp)
            throws IOException, HttpException {
        DefaultBHttpClientConnection connection =
                new DefaultBHttpClientConnection(LIMITS, null, null, null, null, null, limits -> new WholeHeaders());
        connection.bind(tcp.socket());
        BasicClassicHttpRequest message = message(delivery, request, lease);
        connection.sendRequestHeader(message);
        if (message.getEntity() != null) {
            connection.sendRequestEntity(message);
        }
        connection.flush();
        ClassicHttpResponse response = connection.receiveResponseHeader();
        for (int i = 0; response.getCode() < 200 && response.getCode() != 101; i++) {
            if (i == MOST_INTERIM_RESPONSES) {
                throw new HttpException("more than " + MOST_INTERIM_RESPONSES + " interim responses");
            }
            response = connection.receiveResponseHeader();
        }
        Header location = response.getFirstHeader("location");
        String where = location == null ? null : location.getValue();
        boolean bodiless = response.getCode() == 101 || response.getCode() == 204 || response.getCode() == 304;
        if (!bodiless) {
            connection.receiveResponseEntity(response);
        }
        HttpEntity entity = response.getEntity();
        if (bodiless || entity == null) {
            return new Response(response.getCode(), where, new byte[0], true);
        }
        // Throws if the body ends before its length or its last chunk.
        InputStream body = entity.getContent();
        byte[] start = body.readNBytes(settings.maxResponseBytes());
        boolean whole = start.length < settings.maxResponseBytes() || body.read() < 0;
        return new Response(response.getCode(), where, start, whole);
    }

    private BasicClassicHttpRequest message(DueDelivery delivery, HttpArtifact request, Lease lease) {
        URI uri = request.uri();
        String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        // Scheme and authority apart: a path that starts with // must not be read as a host.
        BasicClassicHttpRequest message =
                new BasicClassicHttpRequest(request.method(), uri.getScheme(), null, path + query);
        message.addHeader("Host", uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort());
        message.addHeader("Connection", "close");
        request.headers().forEach(message::addHeader);
        message.addHeader("Idempotency-Key", headerValue(delivery.id()));
        String trace = delivery.traceparent();
        if (trace != null && !request.headers().containsKey("traceparent")) {
            message.addHeader("traceparent", trace);
        }
        String secret = settings.secret();
        if (secret != null) {
            message.addHeader("Hapax-Signature", signature(secret, lease.now() / 1000, request.body()));
        }
        if (request.body().length > 0 || !request.method().equals("GET")) {
            message.addHeader("Content-Length", request.body().length);
            message.setEntity(new ByteArrayEntity(request.body(), null));
        }
        return message;
    }

    /** Other than visible ASCII becomes %XX, so that two ids never become one. */
    private static String headerValue(String id) {
        StringBuilder value = new StringBuilder();
        for (byte b : id.getBytes(StandardCharsets.UTF_8)) {
            if (b > 0x20 && b < 0x7f && b != '%') {
                value.append((char) b);
            } else {
                value.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
            }
        }
        return value.toString();
    }

    /** {@code t=SECONDS,v1=HEX}: HMAC-SHA256 of {@code SECONDS.BODY}. */
    static String signature(String secret, long seconds, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            mac.update((seconds + ".").getBytes(StandardCharsets.US_ASCII));
            return "t=" + seconds + ",v1=" + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    private Sent sent(Response response, TcpConnection tcp) {
        String redirect = response.status() / 100 == 3 ? " to " + locationHost(response.location()) : "";
        String evidence =
                "HTTP " + response.status() + redirect + ", response SHA-256 " + DueDelivery.sha256(response.body())
                        + " of " + (response.whole() ? "" : "the first ") + response.body().length + " bytes";
        return new Sent(result(response.status()), evidence + " [" + tcp.describe() + "]");
    }

    private Result result(int status) {
        if (settings.success().contains(status)) {
            return Result.SENT;
        }
        if (NOT_NOW.contains(status) || settings.retryOn().contains(status)) {
            return Result.NOT_SENT;
        }
        return switch (status / 100) {
            case 3, 4 -> Result.REFUSED;
            // A failure that the channel does not list, or an unexpected success: the target may have acted.
            default -> Result.UNKNOWN;
        };
    }

    /** The path may have secrets in it. */
    private static String locationHost(@Nullable String location) {
        try {
            String host = location == null ? null : new URI(location).getHost();
            return host == null ? "no other host" : host;
        } catch (URISyntaxException e) {
            return "an unreadable location";
        }
    }

    @Override
    public void close() {
        // Every delivery has a connection of its own.
    }
}
