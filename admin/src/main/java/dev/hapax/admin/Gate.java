package dev.hapax.admin;

import dev.hapax.config.AdminSettings;
import java.time.Clock;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.kafka.streams.state.HostInfo;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Checks every request before the routes, WebSockets included: rate, host, origin, token, size. It is in front of the routes, so that
 * no route can forget it.
 */
final class Gate extends Handler.Wrapper {

    private static final Set<String> HEALTH = Set.of("/health/live", "/health/ready");
    private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}|\\[::1]");
    private static final Pattern DOTS = Pattern.compile("(^|/)\\.{1,2}(/|;|$)");
    private static final Pattern PORT = Pattern.compile(":\\d*$");

    private final AdminSettings settings;
    private final Set<String> hosts;
    private final Token token;
    private final PeerCredential peers;
    private final String self;
    private final Clock clock;
    private final RateLimit rates;
    private final SlowClients slowClients;
    private final WrongTokens wrongTokens;
    private final Predicate<String> forEveryone;

    /**
     * @param self its host is allowed in requests, besides the loopback ones
     * @param forEveryone the paths that never need a token, such as health
     */
    Gate(
            AdminSettings settings,
            HostInfo self,
            RateLimit rates,
            SlowClients slowClients,
            WrongTokens wrongTokens,
            Predicate<String> forEveryone,
            Clock clock) {
        this.settings = settings;
        this.hosts =
                Set.of(self.host().toLowerCase(Locale.ROOT), "[" + self.host().toLowerCase(Locale.ROOT) + "]");
        this.token = new Token(settings.token(), settings.users());
        this.peers = new PeerCredential(settings.token());
        this.self = Peers.address(self);
        this.clock = clock;
        this.rates = rates;
        this.slowClients = slowClients;
        this.wrongTokens = wrongTokens;
        this.forEveryone = forEveryone;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Request timed = slowClients.asks(request);
        SafeHeaders.putInto(response.getHeaders());
        ErrorMapping.ProblemDetails problem = problemWith(request);
        if (problem == null) {
            return super.handle(uncompressed(timed), response, callback);
        }
        if (problem.status() == 401) {
            response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer realm=\"hapax\"");
        }
        if (problem.status() == 429) {
            response.getHeaders().put(HttpHeader.RETRY_AFTER, "1");
        }
        long length = request.getLength();
        if (length > 0 && length <= settings.maxRequestBytes()) {
            // Read the body first: a client that is disconnected while it writes may never see the response.
            Content.Source.consumeAll(
                    timed, Callback.from(() -> problem.writeTo(response, callback), callback::failed));
            return true;
        }
        if (length > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING)) {
            // The body is not read, so this connection cannot be reused. Tell the client.
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
        problem.writeTo(response, callback);
        return true;
    }

    private ErrorMapping.@Nullable ProblemDetails problemWith(Request request) {
        String path = pathOf(request);
        // A probe must not be rejected because of other clients on its machine.
        if (!HEALTH.contains(path) && !rates.allows(client(request).text())) {
            return new ErrorMapping.ProblemDetails(
                    429,
                    "Too many requests",
                    "This address sends more than admin.requests-per-second (" + settings.requestsPerSecond()
                            + "). Send fewer requests, or raise the limit.",
                    path);
        }
        if (DOTS.matcher(path).find()) {
            // No route needs dot segments.
            return new ErrorMapping.ProblemDetails(
                    400, "No such path", "The path contains . or .. segments. Use the full path.", path);
        }
        String host = request.getHeaders().get(HttpHeader.HOST);
        if (settings.onLoopback() && host != null && !isOurs(host)) {
            // A site elsewhere could resolve its own name to this address, and read data of this machine (DNS
            // rebinding).
            return new ErrorMapping.ProblemDetails(
                    403,
                    "Unknown host",
                    "The Host header is not allowed. This instance listens on loopback and accepts only localhost and"
                            + " admin.advertised. Use one of these, or set admin.advertised.",
                    path);
        }
        String origin = request.getHeaders().get(HttpHeader.ORIGIN);
        if (origin != null && !isSame(origin, host)) {
            return new ErrorMapping.ProblemDetails(
                    403, "Other origin", "Browsers may send requests only from the dashboard of this instance.", path);
        }
        ErrorMapping.ProblemDetails problem = tokenProblem(request, path);
        if (problem != null) {
            return problem;
        }
        long length = request.getLength();
        return length <= settings.maxRequestBytes()
                ? null
                : new ErrorMapping.ProblemDetails(
                        413,
                        "Request too large",
                        "The body has " + length + " bytes, more than admin.max-request-bytes ("
                                + settings.maxRequestBytes() + ") allows",
                        path);
    }

    private ErrorMapping.@Nullable ProblemDetails tokenProblem(Request request, String path) {
        boolean read = READS.contains(request.getMethod());
        if (read && (!settings.readsNeedToken() || HEALTH.contains(path) || forEveryone.test(path))) {
            return null;
        }
        if (!token.set()) {
            return new ErrorMapping.ProblemDetails(403, "Changes are disabled", Token.DISABLED, path);
        }
        String protocols = String.join(",", request.getHeaders().getValuesList(HttpHeader.SEC_WEBSOCKET_SUBPROTOCOL));
        String authorization = request.getHeaders().get(HttpHeader.AUTHORIZATION);
        if (token.in(authorization) || (read && token.inProtocols(protocols))) {
            return null;
        }
        if (read && peers.isIn(authorization, self, path, request.getHttpURI().getPathQuery(), clock.instant())) {
            return null;
        }
        if (authorization != null || Token.isOffered(protocols)) {
            wrongTokens.came(client(request));
        }
        return new ErrorMapping.ProblemDetails(
                401,
                "No valid token",
                (read ? readRule() : "Every change")
                        + " requires the header Authorization: Bearer TOKEN, with admin.token or the token of a user.",
                path);
    }

    private String readRule() {
        return settings.onLoopback() ? "With admin.require-token: reads, every read" : "Beyond loopback, every read";
    }

    private static ClientAddress client(Request request) {
        return ClientAddress.of(request.getConnectionMetaData().getRemoteSocketAddress());
    }

    /** Compression would be done for each client of a WebSocket, and need memory for each. */
    private static Request uncompressed(Request request) {
        if (!request.getHeaders().contains(HttpHeader.SEC_WEBSOCKET_EXTENSIONS)) {
            return request;
        }
        HttpFields headers = HttpFields.build(request.getHeaders())
                .remove(HttpHeader.SEC_WEBSOCKET_EXTENSIONS)
                .asImmutable();
        return new Request.Wrapper(request) {
            @Override
            public HttpFields getHeaders() {
                return headers;
            }
        };
    }

    /** As it was sent, because routes are matched by the same text. */
    private static String pathOf(Request request) {
        String path = request.getHttpURI().getPath();
        return path == null ? "" : path;
    }

    private boolean isOurs(String host) {
        String name = PORT.matcher(host.toLowerCase(Locale.ROOT)).replaceFirst("");
        return LOOPBACK.matcher(name).matches() || hosts.contains(name);
    }

    /** Compared as text, because both omit the same default port. */
    private static boolean isSame(String origin, @Nullable String host) {
        int scheme = origin.indexOf("://");
        return scheme > 0 && origin.substring(scheme + 3).equalsIgnoreCase(host);
    }

    /** The security headers of every response. */
    static final class SafeHeaders {

        private static final Map<String, String> HEADERS = Map.of(
                "Content-Security-Policy",
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
                        + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
                "X-Content-Type-Options",
                "nosniff",
                "Referrer-Policy",
                "no-referrer",
                "Cross-Origin-Opener-Policy",
                "same-origin",
                "Cross-Origin-Resource-Policy",
                "same-origin",
                "Cross-Origin-Embedder-Policy",
                "require-corp",
                // The dashboard overrides it for its files.
                "Cache-Control",
                "no-store");

        private SafeHeaders() {}

        static void putInto(HttpFields.Mutable headers) {
            HEADERS.forEach(headers::put);
        }
    }
}
