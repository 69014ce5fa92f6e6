package dev.hapax.admin.unsubscribe;

import dev.hapax.admin.AuditLine;
import dev.hapax.admin.RateLimit;
import dev.hapax.admin.SlowClients;
import dev.hapax.meters.Meters;
import dev.hapax.meters.UnsubscribeResult;
import dev.hapax.operations.delivery.OptOutWriter;
import dev.hapax.rendering.UnsubscribeLinks;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Answers the requests of links to unsubscribe. {@code GET} shows a page with a button and changes nothing, because scanners follow
 * the links in mails. {@code POST} opts out, and is answered when the brokers have the opt-out.
 */
final class UnsubscribeHandler extends Handler.Abstract {

    static final int LARGEST_BODY = 16 * 1024;
    /** Seconds. */
    static final String RETRY_AFTER = "30";

    private static final Set<String> READS = Set.of("GET", "HEAD");
    private static final String ACTOR = "recipient";

    private final UnsubscribeLinks links;
    private final String prefix;
    private final OptOutWriter writer;
    private final Bounds bounds;
    private final Reports reports;

    /** What one client may do. */
    record Bounds(RequestClient clients, RateLimit rates, SlowClients slowClients) {}

    /**
     * Where results are counted and logged.
     *
     * @param instance the name of this one
     */
    record Reports(Meters meters, String instance) {}

    /** @param prefix of the path, which a proxy may have removed: empty, or with a slash in front and none behind */
    UnsubscribeHandler(UnsubscribeLinks links, String prefix, OptOutWriter writer, Bounds bounds, Reports reports) {
        this.links = links;
        this.prefix = prefix;
        this.writer = writer;
        this.bounds = bounds;
        this.reports = reports;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Request timed = bounds.slowClients().asks(request);
        UnsubscribePage.putHeaders(response.getHeaders());
        UnsubscribeLinks.OptOut optOut = optOut(request);
        int refusal = refusal(request, optOut);
        if (READS.contains(request.getMethod())) {
            if (request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING)) {
                close(response);
            }
            answer(request, refusal, optOut, response, callback);
        } else {
            DiscardedBody.of(timed, LARGEST_BODY, end -> {
                if (end != DiscardedBody.End.READ) {
                    close(response);
                }
                int status = switch (end) {
                    case READ -> refusal;
                    case TOO_LARGE -> refusal == 0 ? 413 : refusal;
                    case BROKEN -> refusal == 0 ? 400 : refusal;
                };
                answer(request, status, optOut, response, callback);
            });
        }
        return true;
    }

    /** The status of a request that is not granted; 0 for any other. */
    private int refusal(Request request, UnsubscribeLinks.@Nullable OptOut optOut) {
        if (!bounds.rates().allows(bounds.clients().of(request).text())) {
            return 429;
        }
        if (!READS.contains(request.getMethod()) && !"POST".equals(request.getMethod())) {
            return 405;
        }
        return optOut == null ? 404 : 0;
    }

    private void answer(
            Request request,
            int refusal,
            UnsubscribeLinks.@Nullable OptOut optOut,
            Response response,
            Callback callback) {
        if (refusal != 0 || optOut == null) {
            refuse(refusal, response, callback);
        } else if (READS.contains(request.getMethod())) {
            count(UnsubscribeResult.SHOWN);
            send(200, UnsubscribePage.asking(optOut.address()), response, callback);
        } else {
            write(optOut, response, callback);
        }
    }

    /** What is left of its body would be taken for the next request. */
    private static void close(Response response) {
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
    }

    private UnsubscribeLinks.@Nullable OptOut optOut(Request request) {
        String path = request.getHttpURI().getPath();
        if (path == null) {
            return null;
        }
        String rest = path.startsWith(prefix + "/") ? path.substring(prefix.length()) : path;
        return rest.startsWith("/") ? links.read(rest.substring(1)) : null;
    }

    private void write(UnsubscribeLinks.OptOut optOut, Response response, Callback callback) {
        AuditLine line = new AuditLine("unsubscribe", reports.instance());
        line.by(ACTOR);
        line.with("campaign", optOut.campaign()).with("address", writer.key(optOut.address()));
        var unused = writer.write(optOut.address(), ACTOR, "unsubscribe link of campaign " + optOut.campaign())
                .whenComplete((key, failure) -> {
                    if (failure == null) {
                        line.ended(AuditLine.Result.DONE);
                        count(UnsubscribeResult.DONE);
                        send(200, UnsubscribePage.done(), response, callback);
                    } else {
                        Throwable why = failure instanceof CompletionException && failure.getCause() != null
                                ? failure.getCause()
                                : failure;
                        line.with("status", 503).with("why", why.toString());
                        line.ended(AuditLine.Result.FAILED);
                        refuse(503, response, callback);
                    }
                });
    }

    private void refuse(int status, Response response, Callback callback) {
        count(
                switch (status) {
                    case 404 -> UnsubscribeResult.UNKNOWN;
                    case 503 -> UnsubscribeResult.FAILED;
                    default -> UnsubscribeResult.REFUSED;
                });
        if (status == 429 || status == 503) {
            response.getHeaders().put(HttpHeader.RETRY_AFTER, RETRY_AFTER);
        }
        if (status == 405) {
            response.getHeaders().put(HttpHeader.ALLOW, "GET, HEAD, POST");
        }
        send(status, UnsubscribePage.failed(status), response, callback);
    }

    private void count(UnsubscribeResult result) {
        reports.meters().unsubscribe(result);
    }

    private static void send(int status, byte[] page, Response response, Callback callback) {
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, UnsubscribePage.TYPE);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, page.length);
        response.write(true, ByteBuffer.wrap(page), callback);
    }
}
