package dev.hapax.app.replay;

import dev.hapax.app.Columns;
import dev.hapax.app.Terminal;
import dev.hapax.app.Terminal.Colour;
import dev.hapax.operations.replay.ReplayStatus;
import dev.hapax.operations.replay.ReplayStatus.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The progress of replays as text. */
final class StatusText {

    private StatusText() {}

    static List<String> table(List<ReplayStatus> all, Terminal terminal) {
        Columns columns = Columns.headed(terminal, "id", "state", "topic", "passed", "replayed", "started", "by")
                .shortening("started", "by");
        for (ReplayStatus status : all) {
            columns.row(
                    status.plan().id(),
                    new Columns.Cell(state(status), colour(status.state())),
                    status.plan().topic(),
                    percent(status),
                    status.counts().sent(),
                    status.plan().startedAt(),
                    status.plan().actor());
        }
        return columns.lines();
    }

    static List<String> lines(ReplayStatus status, Terminal terminal) {
        ReplayStatus.Plan plan = status.plan();
        ReplayStatus.Counts counts = status.counts();
        List<String> lines = new ArrayList<>();
        lines.add(plan.id() + " of " + plan.topic() + ": " + terminal.paint(colour(status.state()), state(status))
                + ", " + percent(status));
        lines.add("  started     " + plan.startedAt() + " by " + plan.actor()
                + (plan.reason().isEmpty() ? "" : ": " + plan.reason()));
        if (!status.owner().since().equals(plan.startedAt())) {
            lines.add((status.state() == State.CANCELLED ? "  cancelled   " : "  taken over  ")
                    + status.owner().since() + " by " + status.owner().actor());
        }
        lines.add("  last moved  " + status.movedAt());
        lines.add("  generation  " + plan.generation() + (plan.silent() ? ", without alerts" : "")
                + (plan.rate() == 0 ? "" : ", at most " + plan.rate() + "/s"));
        if (!plan.where().isEmpty()) {
            lines.add("  where       " + String.join(" and ", plan.where()));
        }
        lines.add(String.format(
                "  messages    %,d replayed, %,d excluded by --where, %,d unreadable, %,d deleted before they were read",
                counts.sent(), counts.skipped(), counts.unreadable(), counts.deleted()));
        lines.add("");
        Columns columns = Columns.headed(terminal, "partition", "from", "to", "next", "left", "replayed");
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

    private static Colour colour(State state) {
        return switch (state) {
            case DONE -> Colour.GOOD;
            case CANCELLED -> Colour.BAD;
            default -> Colour.ATTENTION;
        };
    }

    static String state(ReplayStatus status) {
        return status.state().name().toLowerCase(Locale.ROOT);
    }

    private static String percent(ReplayStatus status) {
        return (status.length() == 0 ? 100 : status.passed() * 100 / status.length()) + " %";
    }
}
