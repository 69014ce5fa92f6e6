package dev.hapax.admin;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Problem documents for requests that did not reach a route, such as malformed ones. */
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
        // Jetty closes the connection of a malformed request, but does not always send the header.
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
        String path = request.getHttpURI().getPath();
        new ProblemDetails(code, HttpStatus.getMessage(code), detail(code), path == null ? "" : path)
                .writeTo(response, callback);
    }

    private static String detail(int code) {
        return switch (code) {
            case 400 -> "The request cannot be parsed. Check its path (no .. or %2e), its encoding and its headers.";
            case 404 -> "The path does not exist. GET /api/openapi.json lists all paths.";
            case 408 -> "The request took too long to arrive.";
            case 413 -> "The body is larger than admin.max-request-bytes.";
            case 414, 431 -> "Path and headers are too long together. Shorten them.";
            default ->
                code >= 500
                        ? "The instance failed to answer. Its log has the details."
                        : "The request cannot be answered.";
        };
    }
}
