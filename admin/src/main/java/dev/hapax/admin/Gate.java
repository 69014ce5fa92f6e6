package dev.hapax.admin;

import dev.hapax.config.AdminSettings;
import java.time.Clock;
import java.util.Locale;
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
 * What every request passes before a route sees it, WebSockets included: rate, host, origin, token, size. It lives in front of
 * the routes, so that none of them can forget it.
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
     * @param self whose host a request may name besides the loopback ones
     * @param forEveryone the paths that, like health, need no token wherever one listens
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
        this.token = new Token(settings.token());
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
        ProblemDetails problem = problemWith(request);
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
            // First the body, which is still on its way: who is cut off while writing may never see the answer.
            Content.Source.consumeAll(
                    timed, Callback.from(() -> problem.writeTo(response, callback), callback::failed));
            return true;
        }
        if (length > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING)) {
            // Its body is not read, so nothing can follow on this connection; who is not told would try.
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
        problem.writeTo(response, callback);
        return true;
    }

    private @Nullable ProblemDetails problemWith(Request request) {
        String path = pathOf(request);
        // A probe must not be refused because of what others on its machine do.
        if (!HEALTH.contains(path) && !rates.allows(client(request).text())) {
            return new ProblemDetails(
                    429,
                    "Too many requests",
                    "More than admin.requests-per-second (" + settings.requestsPerSecond()
                            + ") come from this address; ask less often, or raise it",
                    path);
        }
        if (DOTS.matcher(path).find()) {
            // No route is found by climbing, so nobody has a reason to.
            return new ProblemDetails(
                    400, "No such path", "A path has no . or .. between slashes; write it in full", path);
        }
        String host = request.getHeaders().get(HttpHeader.HOST);
        if (settings.onLoopback() && host != null && !isOurs(host)) {
            // A page elsewhere could let its own name lead here, and so read what is meant for this machine.
            return new ProblemDetails(
                    403,
                    "Unknown host",
                    "This instance listens on loopback and answers to localhost and admin.advertised, not to the"
                            + " Host it was asked by; use one of these, or set admin.advertised",
                    path);
        }
        String origin = request.getHeaders().get(HttpHeader.ORIGIN);
        if (origin != null && !isSame(origin, host)) {
            return new ProblemDetails(
                    403, "Other origin", "Only the page of this instance may ask from a browser, no other site", path);
        }
        ProblemDetails problem = tokenProblem(request, path);
        if (problem != null) {
            return problem;
        }
        long length = request.getLength();
        return length <= settings.maxRequestBytes()
                ? null
                : new ProblemDetails(
                        413,
                        "Request too large",
                        "A body of " + length + " bytes is more than admin.max-request-bytes ("
                                + settings.maxRequestBytes() + ") allows",
                        path);
    }

    private @Nullable ProblemDetails tokenProblem(Request request, String path) {
        boolean read = READS.contains(request.getMethod());
        if (read && (!settings.readsNeedToken() || HEALTH.contains(path) || forEveryone.test(path))) {
            return null;
        }
        if (!token.set()) {
            return new ProblemDetails(
                    403,
                    "Writes are off",
                    "This instance lets nobody change anything over HTTP, since it has no admin.token; set one by"
                            + " ${env:NAME} or ${file:/path} in its configuration, or use the command line",
                    path);
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
        return new ProblemDetails(
                401,
                "No valid token",
                (read ? readRule() : "Every change") + " needs the header Authorization: Bearer TOKEN with admin.token",
                path);
    }

    private String readRule() {
        return settings.onLoopback() ? "With admin.require-token: reads every read" : "Beyond loopback every read";
    }

    private static ClientAddress client(Request request) {
        return ClientAddress.of(request.getConnectionMetaData().getRemoteSocketAddress());
    }

    /** Compressing what a WebSocket is sent would be done for each client anew, and take memory for each. */
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

    /** As it was sent, since routes are found by that too. */
    private static String pathOf(Request request) {
        String path = request.getHttpURI().getPath();
        return path == null ? "" : path;
    }

    private boolean isOurs(String host) {
        String name = PORT.matcher(host.toLowerCase(Locale.ROOT)).replaceFirst("");
        return LOOPBACK.matcher(name).matches() || hosts.contains(name);
    }

    /** Textually, since both leave out the same default port. */
    private static boolean isSame(String origin, @Nullable String host) {
        int scheme = origin.indexOf("://");
        return scheme > 0 && origin.substring(scheme + 3).equalsIgnoreCase(host);
    }
}
