package dev.hapax.intake.cloudevents;

import dev.hapax.domain.Header;
import dev.hapax.domain.Message;
import dev.hapax.domain.Reason;
import dev.hapax.domain.RefusedException;
import dev.hapax.intake.canonical.Utf8;
import dev.hapax.intake.cloudevents.CloudEvent.Data;
import dev.hapax.intake.json.DocumentReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Events whose attributes are record headers and whose data is the record value. */
record BinaryMode(DocumentReader documents) {

    private static final String PREFIX = "ce_";

    /** Whether any attribute is a header. */
    static boolean isIn(Message message) {
        for (Header header : message.headers()) {
            if (header.name().startsWith(PREFIX)) {
                return true;
            }
        }
        return false;
    }

    CloudEvent read(Message message, @Nullable String contentType, boolean toHash) throws RefusedException {
        Map<String, String> attributes = attributes(message);
        if (contentType != null) {
            attributes.put("datacontenttype", contentType);
        }
        // Before the data: what is no event need not be read further.
        new CloudEvent(attributes, new Data.None()).check();
        return new CloudEvent(attributes, data(message.value(), contentType, toHash));
    }

    private Data data(byte @Nullable [] value, @Nullable String contentType, boolean toHash) throws RefusedException {
        if (value == null) {
            return new Data.None();
        }
        if (!MediaType.isJson(contentType)) {
            return new Data.Opaque(value);
        }
        return toHash ? new Data.Json(documents.pickAndDigest(value)) : new Data.Json(documents.pick(value), null);
    }

    /** Of a header that repeats the last counts, as in Kafka's own readers; one without value is not there. */
    private static Map<String, String> attributes(Message message) throws RefusedException {
        Map<String, String> attributes = new HashMap<>();
        for (Header header : message.headers()) {
            if (!header.name().startsWith(PREFIX)) {
                continue;
            }
            String name = header.name().substring(PREFIX.length());
            byte[] value = header.value();
            if (value == null) {
                attributes.remove(name);
                continue;
            }
            int flaw = Utf8.firstFlaw(value);
            if (flaw >= 0) {
                throw new RefusedException(Reason.INVALID, "header " + header.name() + ": " + Utf8.flaw(value, flaw));
            }
            attributes.put(name, new String(value, StandardCharsets.UTF_8));
        }
        return attributes;
    }
}
