package dev.hapax.app.replay;

import dev.hapax.app.Columns;
import dev.hapax.operations.replay.ReplayCounts;
import dev.hapax.operations.replay.ReplayPlan;
import dev.hapax.operations.replay.ReplayStatus;
import dev.hapax.operations.replay.ReplayStatus.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Where replays stand, as text. */
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
        ReplayCounts counts = status.counts();
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
}
