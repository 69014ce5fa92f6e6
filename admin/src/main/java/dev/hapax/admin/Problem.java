package dev.hapax.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * What is wrong with a request, as a client is told (RFC 9457).
 *
 * @param instance the path that was asked for
 */
record Problem(int status, String title, String detail, String instance) {

    static final String TYPE = "application/problem+json";

    private static final ObjectMapper JSON = new ObjectMapper();

    byte[] json() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("type", "about:blank");
        fields.put("title", title);
        fields.put("status", status);
        fields.put("detail", detail);
        fields.put("instance", instance);
        try {
            return JSON.writeValueAsBytes(fields);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("text and numbers can always be written", e);
        }
    }

    /** Answers a request that has not reached any route. */
    void writeTo(Response response, Callback callback) {
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, TYPE);
        response.write(true, ByteBuffer.wrap(json()), callback);
    }
}
