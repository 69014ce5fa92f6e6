package dev.hapax.app.replay;

import dev.hapax.app.Columns;
import dev.hapax.operations.replay.Counts;
import dev.hapax.operations.replay.Leg;
import dev.hapax.operations.replay.ReplayPlan;
import dev.hapax.operations.replay.ReplayStatus;
import dev.hapax.operations.replay.ReplayStatus.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where replays stand, as text and as JSON. */
final class StatusText {

    private StatusText() {}

    static List<String> table(List<ReplayStatus> all) {
        Columns columns = new Columns().row("id", "state", "topic", "passed", "given", "begun", "by");
        for (ReplayStatus status : all) {
            columns.row(
                    status.plan().id(),
                    state(status),
                    status.plan().topic(),
                    percent(status),
                    status.counts().sent(),
                    status.plan().startedAt(),
                    status.plan().actor());
        }
        return columns.lines();
    }

    static List<String> lines(ReplayStatus status) {
        ReplayPlan plan = status.plan();
        Counts counts = status.counts();
        List<String> lines = new ArrayList<>();
        lines.add(plan.id() + " of " + plan.topic() + ": " + state(status) + ", " + percent(status));
        lines.add("  begun       " + plan.startedAt() + " by " + plan.actor()
                + (plan.reason().isEmpty() ? "" : ": " + plan.reason()));
        if (!status.hand().since().equals(plan.startedAt())) {
            lines.add((status.state() == State.CANCELLED ? "  cancelled   " : "  taken over  ")
                    + status.hand().since() + " by " + status.hand().actor());
        }
        lines.add("  last moved  " + status.movedAt());
        lines.add("  generation  " + plan.generation() + (plan.silent() ? ", without alerts" : "")
                + (plan.rate() == 0 ? "" : ", at most " + plan.rate() + "/s"));
        if (!plan.where().isEmpty()) {
            lines.add("  where       " + String.join(" and ", plan.where()));
        }
        lines.add(String.format(
                "  messages    %,d given again, %,d not meant, %,d unreadable, %,d deleted before it came to them",
                counts.sent(), counts.skipped(), counts.unreadable(), counts.deleted()));
        lines.add("");
        Columns columns = new Columns().row("partition", "from", "to", "next", "left", "given");
        status.legs()
                .forEach((partition, leg) -> columns.row(
                        (long) partition,
                        leg.range().from(),
                        leg.range().to(),
                        leg.next(),
                        leg.range().length() - leg.passed(),
                        leg.counts().sent()));
        lines.addAll(columns.lines());
        return lines;
    }

    static String state(ReplayStatus status) {
        return status.state().name().toLowerCase(Locale.ROOT);
    }

    private static String percent(ReplayStatus status) {
        return (status.length() == 0 ? 100 : status.passed() * 100 / status.length()) + " %";
    }

    static Map<String, @Nullable Object> fields(ReplayStatus status) {
        ReplayPlan plan = status.plan();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("id", plan.id());
        fields.put("state", state(status));
        fields.put("topic", plan.topic());
        fields.put("generation", plan.generation());
        fields.put("where", plan.where());
        fields.put("rate", plan.rate());
        fields.put("suppressAlerts", plan.silent());
        fields.put("actor", plan.actor());
        fields.put("startedAt", plan.startedAt().toString());
        fields.put("reason", plan.reason());
        fields.put("by", status.hand().actor());
        fields.put("since", status.hand().since().toString());
        fields.put("movedAt", status.movedAt().toString());
        fields.put("passed", status.passed());
        fields.put("length", status.length());
        put(fields, status.counts());
        List<Map<String, @Nullable Object>> partitions = new ArrayList<>();
        status.legs().forEach((partition, leg) -> partitions.add(leg(partition, leg)));
        fields.put("partitions", partitions);
        return fields;
    }

    private static Map<String, @Nullable Object> leg(int partition, Leg leg) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("partition", partition);
        fields.put("from", leg.range().from());
        fields.put("to", leg.range().to());
        fields.put("next", leg.next());
        put(fields, leg.counts());
        return fields;
    }

    private static void put(Map<String, @Nullable Object> fields, Counts counts) {
        fields.put("given", counts.sent());
        fields.put("skipped", counts.skipped());
        fields.put("unreadable", counts.unreadable());
        fields.put("deleted", counts.deleted());
    }
}
