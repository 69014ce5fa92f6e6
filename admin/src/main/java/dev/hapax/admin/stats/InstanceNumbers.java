package dev.hapax.admin.stats;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.admin.AdminJson;
import dev.hapax.guard.GuardQueries;
import dev.hapax.meters.InstanceCounts;
import dev.hapax.meters.Meters;
import dev.hapax.meters.OutcomeLabel;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** The numbers of this instance, sampled once a second for rates and series. */
final class InstanceNumbers {

    /** The windows of rates, by their names in responses. */
    static final Map<String, Duration> WINDOWS =
            Map.of("1m", Duration.ofMinutes(1), "1h", Duration.ofHours(1), "24h", Duration.ofDays(1));

    static final List<String> WINDOW_NAMES = List.of("1m", "1h", "24h");

    private final Meters meters;
    private final GuardQueries guard;
    private final Supplier<String> state;
    private final Clock clock;
    private final Instant since;
    private final CountHistory timeline;

    InstanceNumbers(Meters meters, GuardQueries guard, Supplier<String> state, Clock clock) {
        this.meters = meters;
        this.guard = guard;
        this.state = state;
        this.clock = clock;
        this.since = clock.instant();
        this.timeline = new CountHistory(since.toEpochMilli());
    }

    void sample() {
        timeline.add(clock.millis(), MessageCounts.of(meters.tally()));
    }

    ObjectNode now(boolean withSeries) {
        InstanceCounts tally = meters.tally();
        ObjectNode numbers = AdminJson.object()
                .put("scope", "instance")
                .put("instances", 1)
                .put("state", state.get())
                .put("since", since.toString());
        numbers.putArray("missing");
        numbers.set("totals", MessageCounts.of(tally).json());
        ObjectNode rates = numbers.putObject("rates");
        ObjectNode duplicates = numbers.putObject("duplicateRate");
        for (String window : WINDOW_NAMES) {
            CountHistory.Span span = timeline.over(WINDOWS.getOrDefault(window, Duration.ZERO));
            rates.set(window, span.rates());
            duplicates.put(window, span.counts().duplicateRate());
        }
        List<CountHistory.Span> seconds = timeline.seconds();
        CountHistory.Span lastSecond =
                seconds.isEmpty() ? new CountHistory.Span(MessageCounts.NONE, 0) : seconds.get(seconds.size() - 1);
        numbers.set("perSecond", lastSecond.rates());
        sources(tally, numbers.putArray("sources"));
        numbers.set("guard", GuardNumbers.of(guard.facts(), clock.instant()));
        counts(numbers.putObject("quarantinedByReason"), tally.quarantinedByReason());
        counts(numbers.putObject("decisionsByLabel"), tally.decisionsByLabel());
        if (withSeries) {
            series(seconds, numbers.putObject("series"));
        }
        return numbers;
    }

    private static void sources(InstanceCounts tally, ArrayNode sources) {
        tally.messages().forEach((source, outcomes) -> {
            MessageCounts counts = MessageCounts.of(outcomes, 0);
            sources.addObject()
                    .put("source", source)
                    .put("read", counts.read())
                    .put("duplicates", outcomes.getOrDefault(OutcomeLabel.DUPLICATE, 0L))
                    .put("duplicateRate", counts.duplicateRate());
        });
    }

    private static void counts(ObjectNode into, Map<String, Long> counts) {
        counts.forEach((name, count) -> {
            if (count > 0) {
                into.put(name, count);
            }
        });
    }

    private void series(List<CountHistory.Span> seconds, ObjectNode series) {
        series.put("stepSeconds", 1)
                .put("end", Instant.ofEpochMilli(timeline.latest().at()).toString());
        course(seconds, MessageCounts::read, series.putArray("read"));
        course(seconds, MessageCounts::admitted, series.putArray("admitted"));
        course(seconds, MessageCounts::duplicates, series.putArray("duplicates"));
        course(seconds, MessageCounts::quarantined, series.putArray("quarantined"));
        course(seconds, MessageCounts::alerts, series.putArray("alerts"));
    }

    private static void course(List<CountHistory.Span> seconds, ToLongFunction<MessageCounts> which, ArrayNode into) {
        seconds.forEach(second -> into.add(Math.round(second.rate(which))));
    }
}
