package dev.hapax.operations.replay;

import dev.hapax.operations.replay.Forecast.Part;
import dev.hapax.operations.replay.Forecast.Tally;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where replays stand and what they would do, as scripts read it. */
public final class ReplayFields {

    private ReplayFields() {}

    public static Map<String, @Nullable Object> of(ReplayStatus status) {
        ReplayStatus.Plan plan = status.plan();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("id", plan.id());
        fields.put("state", status.state().name().toLowerCase(Locale.ROOT));
        fields.put("topic", plan.topic());
        fields.put("generation", plan.generation());
        fields.put("where", plan.where());
        fields.put("rate", plan.rate());
        fields.put("suppressAlerts", plan.silent());
        fields.put("actor", plan.actor());
        fields.put("startedAt", plan.startedAt().toString());
        fields.put("reason", plan.reason());
        fields.put("by", status.owner().actor());
        fields.put("since", status.owner().since().toString());
        fields.put("movedAt", status.movedAt().toString());
        fields.put("passed", status.passed());
        fields.put("length", status.length());
        put(fields, status.counts());
        List<Map<String, @Nullable Object>> partitions = new ArrayList<>();
        status.legs().forEach((partition, leg) -> partitions.add(leg(partition, leg)));
        fields.put("partitions", partitions);
        return fields;
    }

    private static Map<String, @Nullable Object> leg(int partition, ReplayStatus.Leg leg) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("partition", partition);
        fields.put("from", leg.range().from());
        fields.put("to", leg.range().to());
        fields.put("next", leg.next());
        put(fields, leg.counts());
        return fields;
    }

    private static void put(Map<String, @Nullable Object> fields, ReplayStatus.Counts counts) {
        fields.put("given", counts.sent());
        fields.put("skipped", counts.skipped());
        fields.put("unreadable", counts.unreadable());
        fields.put("deleted", counts.deleted());
    }

    public static Map<String, @Nullable Object> of(Forecast forecast) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("dryRun", true);
        fields.put("topic", forecast.stretch().topic());
        fields.put("source", forecast.source());
        fields.put("messages", forecast.messages());
        fields.put("skipped", forecast.counts().skipped());
        fields.put("unreadable", forecast.counts().unreadable());
        fields.put("given", forecast.counts().sent());
        fields.put("admitted", forecast.acting());
        fields.put("alerts", forecast.alerts());
        fields.put("quarantined", forecast.quarantined());
        fields.put("duplicates", forecast.duplicates());
        fields.put("conflicts", forecast.conflicts());
        fields.put("untold", forecast.untold());
        fields.put(
                "partitions", forecast.parts().stream().map(ReplayFields::part).toList());
        fields.put("classifier", forecast.classifier());
        fields.put(
                "decisions",
                forecast.decisions().stream().map(ReplayFields::tally).toList());
        Map<String, Object> identities = new LinkedHashMap<>();
        for (Forecast.GuardLookup memory : Forecast.GuardLookup.values()) {
            String name = memory == Forecast.GuardLookup.OTHER_CONTENT
                    ? "otherContent"
                    : memory.name().toLowerCase(Locale.ROOT);
            identities.put(name, forecast.identities().getOrDefault(memory, 0L));
        }
        fields.put("identities", identities);
        fields.put("notes", forecast.stretch().notes());
        return fields;
    }

    private static Map<String, @Nullable Object> part(Part part) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("partition", part.partition());
        fields.put("from", part.range().from());
        fields.put("to", part.range().to());
        fields.put("messages", part.messages());
        fields.put("oldest", part.oldest() == null ? null : part.oldest().toString());
        fields.put("newest", part.newest() == null ? null : part.newest().toString());
        return fields;
    }

    private static Map<String, Object> tally(Tally tally) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("label", tally.label());
        fields.put("important", tally.important());
        fields.put("quarantined", tally.quarantined());
        fields.put("messages", tally.messages());
        return fields;
    }
}
