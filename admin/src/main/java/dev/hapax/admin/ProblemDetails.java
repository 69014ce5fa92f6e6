package dev.hapax.admin;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

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
