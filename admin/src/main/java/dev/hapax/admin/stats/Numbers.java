package dev.hapax.admin.stats;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.ToLongFunction;

/** Numbers as clients are shown them. */
final class Numbers {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Numbers() {}

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static String text(JsonNode node) {
        try {
            return MAPPER.writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("JSON could not be written", e);
        }
    }

    static ObjectNode of(Counts counts) {
        return object().put("read", counts.read())
                .put("admitted", counts.admitted())
                .put("duplicates", counts.duplicates())
                .put("redeliveries", counts.redeliveries())
                .put("quarantined", counts.quarantined())
                .put("alerts", counts.alerts());
    }

    /** So many a second. */
    static ObjectNode rates(Timeline.Span span) {
        return object().put("read", rate(span, Counts::read))
                .put("admitted", rate(span, Counts::admitted))
                .put("duplicates", rate(span, Counts::duplicates))
                .put("redeliveries", rate(span, Counts::redeliveries))
                .put("quarantined", rate(span, Counts::quarantined))
                .put("alerts", rate(span, Counts::alerts));
    }

    static double rate(Timeline.Span span, ToLongFunction<Counts> which) {
        return span.rate(which.applyAsLong(span.counts()));
    }
}
