package dev.hapax.embedded;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** What Kafka's protocol says of every request before its content. */
record RequestHead(short api, int correlation, String clientId) {

    static RequestHead of(byte[] request) {
        ByteBuffer bytes = ByteBuffer.wrap(request);
        short api = bytes.getShort();
        // The version of the request.
        bytes.getShort();
        int correlation = bytes.getInt();
        short length = bytes.getShort();
        String clientId = length < 0 ? "" : new String(request, bytes.position(), length, StandardCharsets.UTF_8);
        return new RequestHead(api, correlation, clientId);
    }
}
