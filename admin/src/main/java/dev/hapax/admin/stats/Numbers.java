package dev.hapax.admin.stats;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.admin.AdminJson;
import java.util.function.ToLongFunction;

/** Numbers as JSON. */
final class Numbers {

    private Numbers() {}

    static ObjectNode of(MessageCounts counts) {
        return AdminJson.object()
                .put("read", counts.read())
                .put("admitted", counts.admitted())
                .put("duplicates", counts.duplicates())
                .put("redeliveries", counts.redeliveries())
                .put("quarantined", counts.quarantined())
                .put("alerts", counts.alerts());
    }

    /** Per second. */
    static ObjectNode rates(CountHistory.Span span) {
        return AdminJson.object()
                .put("read", rate(span, MessageCounts::read))
                .put("admitted", rate(span, MessageCounts::admitted))
                .put("duplicates", rate(span, MessageCounts::duplicates))
                .put("redeliveries", rate(span, MessageCounts::redeliveries))
                .put("quarantined", rate(span, MessageCounts::quarantined))
                .put("alerts", rate(span, MessageCounts::alerts));
    }

    static double rate(CountHistory.Span span, ToLongFunction<MessageCounts> which) {
        return span.rate(which.applyAsLong(span.counts()));
    }
}
