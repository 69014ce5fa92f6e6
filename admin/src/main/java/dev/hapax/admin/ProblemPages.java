package dev.hapax.admin;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** What Jetty says by itself of a request that reached no route, such as one it can't read: the same as all others. */
final class ProblemPages extends ErrorHandler {

    @Override
    public boolean errorPageForMethod(String method) {
        return true;
    }

    @Override
    protected void generateResponse(
            Request request,
            Response response,
            int code,
            @Nullable String message,
            @Nullable Throwable cause,
            Callback callback) {
        SafeHeaders.putInto(response.getHeaders());
        // Jetty closes the connection of a request that it can't read, and does not say so of every one.
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
        String path = request.getHttpURI().getPath();
        new ProblemDetails(code, HttpStatus.getMessage(code), detail(code), path == null ? "" : path)
                .writeTo(response, callback);
    }

    private static String detail(int code) {
        return switch (code) {
            case 400 ->
                "This is no request that can be read: check its path (no .. or %2e), its encoding and its headers";
            case 404 -> "There is nothing of that name here; GET /api/openapi.json lists what there is";
            case 408 -> "The request took too long to arrive";
            case 413 -> "The body is larger than admin.max-request-bytes allows";
            case 414, 431 -> "Path and headers together are too long; shorten them";
            default ->
                code >= 500
                        ? "The instance failed to answer; its log says why"
                        : "The request can't be answered as it was asked";
        };
    }
}
