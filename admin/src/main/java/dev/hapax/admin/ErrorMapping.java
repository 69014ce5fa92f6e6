package dev.hapax.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import io.javalin.validation.ValidationException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Maps exceptions of routes to problem documents. Internal details are only logged, under an id. */
final class ErrorMapping {

    private static final Logger LOG = LoggerFactory.getLogger(ErrorMapping.class);

    private ErrorMapping() {}

    static void addTo(JavalinConfig config) {
        config.routes.exception(
                ProblemException.class,
                (e, request) -> send(request, e.status(), e.title(), String.valueOf(e.getMessage())));
        config.routes.exception(HttpResponseException.class, ErrorMapping::refused);
        config.routes.exception(
                ValidationException.class,
                (e, request) -> send(
                        request,
                        400,
                        "Bad parameter",
                        "Invalid values: " + String.join(", ", e.getErrors().keySet())));
        config.routes.exception(
                JsonProcessingException.class,
                (e, request) -> send(
                        request, 400, "Invalid JSON", "The body is not the JSON that this path accepts" + place(e)));
        config.routes.exception(Exception.class, (e, request) -> {
            String id = logged(e, request.method() + " " + request.path());
            send(request, 500, "Internal error", "The log of the instance has the details. Search for the id " + id);
        });
        config.router.javaLangErrorHandler(ErrorMapping::fatal);
    }

    private static void refused(HttpResponseException e, Context request) {
        String allowed = e.getDetails().get("availableMethods");
        allowed = allowed == null ? e.getDetails().get("Available methods") : allowed;
        if (allowed != null) {
            request.header("Allow", allowed);
        }
        String detail = switch (e.getStatus()) {
            case 404 -> request.path() + " does not exist. GET /api/openapi.json lists all paths.";
            case 405 -> request.path() + " does not support " + request.method() + ". Use " + allowed + ".";
            case 413 -> "The body is larger than admin.max-request-bytes.";
            default -> String.valueOf(e.getMessage());
        };
        send(request, e.getStatus(), HttpStatus.forStatus(e.getStatus()).getMessage(), detail);
    }

    private static String place(JsonProcessingException e) {
        return e.getLocation() == null
                ? ""
                : ": see line " + e.getLocation().getLineNr() + ", column "
                        + e.getLocation().getColumnNr();
    }

    private static void send(Context request, int status, String title, String detail) {
        request.status(status)
                .contentType(ProblemDetails.TYPE)
                .result(new ProblemDetails(status, title, detail, request.path()).json());
    }

    private static String logged(Throwable thrown, String asked) {
        String id = UUID.randomUUID().toString().substring(0, 8);
        LOG.error("{} failed (id {})", asked, id, thrown);
        return id;
    }

    private static void fatal(HttpServletResponse response, Error error) {
        String id = logged(error, "A request");
        try {
            response.setStatus(500);
            response.setContentType(ProblemDetails.TYPE);
            response.getOutputStream()
                    .write(new ProblemDetails(
                                    500,
                                    "Internal error",
                                    "The log of the instance has the details. Search for the id " + id,
                                    "")
                            .json());
        } catch (IOException | IllegalStateException e) {
            LOG.debug("Could not send error {} to the client", id, e);
        }
    }

    /**
     * An error as a problem document (RFC 9457).
     *
     * @param instance the requested path
     */
    record ProblemDetails(int status, String title, String detail, String instance) {

        static final String TYPE = "application/problem+json";

        byte[] json() {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("type", "about:blank");
            fields.put("title", title);
            fields.put("status", status);
            fields.put("detail", detail);
            fields.put("instance", instance);
            return AdminJson.text(fields).getBytes(StandardCharsets.UTF_8);
        }

        /** Answers a request that did not reach a route. */
        void writeTo(Response response, Callback callback) {
            response.setStatus(status);
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, TYPE);
            response.write(true, ByteBuffer.wrap(json()), callback);
        }
    }

    /** Problem documents for requests that did not reach a route, such as malformed ones. */
    static final class ProblemPages extends ErrorHandler {

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
            Gate.SafeHeaders.putInto(response.getHeaders());
            // Jetty closes the connection of a malformed request, but does not always send the header.
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
            String path = request.getHttpURI().getPath();
            new ProblemDetails(
                            code,
                            org.eclipse.jetty.http.HttpStatus.getMessage(code),
                            detail(code),
                            path == null ? "" : path)
                    .writeTo(response, callback);
        }

        private static String detail(int code) {
            return switch (code) {
                case 400 ->
                    "The request cannot be parsed. Check its path (no .. or %2e), its encoding and its headers.";
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
}
