package dev.hapax.admin.stats;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.admin.Json;
import java.util.function.ToLongFunction;

/** Numbers as clients are shown them. */
final class Numbers {

    private Numbers() {}

    static ObjectNode of(Counts counts) {
        return Json.object()
                .put("read", counts.read())
                .put("admitted", counts.admitted())
                .put("duplicates", counts.duplicates())
                .put("redeliveries", counts.redeliveries())
                .put("quarantined", counts.quarantined())
                .put("alerts", counts.alerts());
    }

    /** So many a second. */
    static ObjectNode rates(Timeline.Span span) {
        return Json.object()
                .put("read", rate(span, Counts::read))
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
