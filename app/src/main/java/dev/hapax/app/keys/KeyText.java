package dev.hapax.app.keys;

import dev.hapax.app.Columns;
import dev.hapax.app.Terminal;
import dev.hapax.domain.Command;
import dev.hapax.domain.GuardEntry;
import dev.hapax.operations.keys.Forgetting.Answer;
import dev.hapax.operations.keys.Remembered;
import dev.hapax.operations.keys.Why;
import dev.hapax.operations.quarantine.Case;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Entries of the guard, and what was found or done about them, as text. */
final class KeyText {

    private KeyText() {}

    /** The result of {@code key list}. */
    static List<String> table(List<Remembered> keys, Terminal terminal) {
        if (keys.isEmpty()) {
            return List.of("The guard has no entries.");
        }
        Columns columns = Columns.headed(terminal, "identity", "outcome", "first seen", "time left")
                .shortening("outcome", "first seen");
        keys.forEach(key -> columns.row(key.name(), outcome(key.entry()), key.firstTime(), time(key.left())));
        return columns.lines();
    }

    /** The result of {@code key why}. */
    static List<String> lines(Why why) {
        List<String> lines = new ArrayList<>();
        lines.add(line("identity", why.identity()));
        if (why.remembered().isEmpty()) {
            lines.add(line("guard", "no entry: its next message is processed"));
        }
        for (Remembered known : why.remembered()) {
            lines.add(line("guard", guard(known)));
            lines.add(line("since", known.firstTime() + ", " + known.entry().first()));
            lines.add(line("outcome", outcome(known.entry())));
        }
        lines.add(line("suppressed", suppressed(why.suppressed())));
        for (Case held : why.quarantined()) {
            lines.add(line(
                    "quarantined",
                    held.summary().id() + " " + held.summary().reason() + ", "
                            + held.state().code() + ": hapax quarantine show "
                            + held.summary().id()));
        }
        for (Why.Commanded asked : why.commands()) {
            lines.add(line("command", command(asked)));
        }
        if (!why.meant().isEmpty()) {
            lines.add(line(
                    "hint", "identities have a namespace; did you mean " + String.join(" or ", why.meant()) + "?"));
        }
        return lines;
    }

    /** The result of {@code key forget}. */
    static List<String> lines(Answer answer) {
        Command.Forget command = answer.command();
        if (!(answer instanceof Answer.Done done)) {
            return List.of("No instance is running. Command " + command.id() + " to forget " + command.identity()
                    + " waits until one starts.");
        }
        List<String> lines = new ArrayList<>();
        if (done.receipt().entries() == 0) {
            lines.add("The guard has no entry for " + command.identity() + ", so there was nothing to forget (command "
                    + command.id() + ").");
            if (!done.meant().isEmpty()) {
                lines.add("Identities have a namespace. Did you mean " + String.join(" or ", done.meant()) + "?");
            }
            return lines;
        }
        lines.add(
                "Forgotten: " + command.identity() + ". Its next message is processed (command " + command.id() + ").");
        for (GuardEntry entry : done.receipt().some()) {
            lines.add("  was " + outcome(entry) + ", from " + entry.first());
        }
        int unlisted = done.receipt().entries() - done.receipt().some().size();
        if (unlisted > 0) {
            lines.add("  and " + unlisted + " more");
        }
        return lines;
    }

    private static String line(String name, String value) {
        return "%-12s %s".formatted(name, value);
    }

    private static String guard(Remembered known) {
        String at = "; partition time " + known.streamTime();
        if (known.expired()) {
            return "expired at " + known.until() + at + ": its next message is processed";
        }
        return (known.entry().generation() == 0
                        ? "suppresses copies dated before "
                        : "suppresses copies in this generation until ")
                + known.until() + " (" + time(known.left()) + " left" + at + ")";
    }

    private static String suppressed(Why.Suppressed suppressed) {
        String times = count(suppressed.duplicates(), "duplicate", "duplicates") + ", "
                + count(suppressed.redeliveries(), "redelivery", "redeliveries");
        return suppressed.last() == null ? "never" : times + "; last " + suppressed.last();
    }

    private static String command(Why.Commanded asked) {
        Command.Forget forget = asked.command();
        String what = forget.at() + " forget, by " + forget.actor() + ": " + forget.reason() + " (";
        if (asked.receipt() instanceof Command.Forgotten done) {
            return what + count(done.entries(), "entry", "entries") + " forgotten)";
        }
        return asked.receipt() instanceof Command.Refused refused
                ? what + "refused: " + refused.explanation() + ")"
                : what + "waiting for an instance)";
    }

    private static String outcome(GuardEntry entry) {
        String outcome = entry.status() == GuardEntry.Status.QUARANTINED ? "quarantined: " : "decided: ";
        return outcome
                + entry.label()
                + (entry.important() ? ", important" : "")
                + (entry.generation() > 0 ? ", generation " + entry.generation() : "");
    }

    private static String count(long count, String one, String many) {
        return count + " " + (count == 1 ? one : many);
    }

    /** In the two largest units. */
    static String time(Duration time) {
        long seconds = Math.max(0, time.toSeconds());
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3_600) {
            return seconds / 60 + " min";
        }
        return seconds < 86_400
                ? seconds / 3_600 + " h " + seconds / 60 % 60 + " min"
                : seconds / 86_400 + " d " + seconds / 3_600 % 24 + " h";
    }
}
