package dev.hapax.app.keys;

import dev.hapax.domain.Command;
import dev.hapax.operations.keys.Remembered;
import dev.hapax.operations.keys.Why;
import dev.hapax.operations.quarantine.Case;

/** The result of {@code key why} as text. */
final class WhyAnswer {

    private WhyAnswer() {}

    static String text(Why why) {
        StringBuilder text = new StringBuilder();
        line(text, "identity", why.identity());
        if (why.remembered().isEmpty()) {
            line(text, "guard", "no entry: its next message is processed");
        }
        for (Remembered known : why.remembered()) {
            line(text, "guard", guard(known));
            line(text, "since", known.firstTime() + ", " + known.entry().first());
            line(text, "outcome", EntryText.outcome(known.entry()));
        }
        line(text, "suppressed", suppressed(why.suppressed()));
        for (Case held : why.quarantined()) {
            line(
                    text,
                    "quarantined",
                    held.summary().id() + " " + held.summary().reason() + ", "
                            + held.state().code() + ": hapax quarantine show "
                            + held.summary().id());
        }
        for (Why.Commanded asked : why.commands()) {
            line(text, "command", command(asked));
        }
        if (!why.meant().isEmpty()) {
            line(text, "hint", "identities have a namespace; did you mean " + String.join(" or ", why.meant()) + "?");
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append("%-12s %s%n".formatted(name, value));
    }

    private static String guard(Remembered known) {
        String at = "; partition time " + known.streamTime();
        if (known.expired()) {
            return "expired at " + known.until() + at + ": its next message is processed";
        }
        return (known.entry().generation() == 0
                        ? "suppresses copies dated before "
                        : "suppresses copies in this generation until ")
                + known.until() + " (" + EntryText.time(known.left()) + " left" + at + ")";
    }

    private static String suppressed(Why.Suppressed suppressed) {
        String times = EntryText.count(suppressed.duplicates(), "duplicate", "duplicates") + ", "
                + EntryText.count(suppressed.redeliveries(), "redelivery", "redeliveries");
        return suppressed.last() == null ? "never" : times + "; last " + suppressed.last();
    }

    private static String command(Why.Commanded asked) {
        Command.Forget forget = asked.command();
        String what = forget.at() + " forget, by " + forget.actor() + ": " + forget.reason() + " (";
        if (asked.receipt() instanceof Command.Forgotten done) {
            return what + EntryText.count(done.entries(), "entry", "entries") + " forgotten)";
        }
        return asked.receipt() instanceof Command.Refused refused
                ? what + "refused: " + refused.explanation() + ")"
                : what + "waiting for an instance)";
    }
}
