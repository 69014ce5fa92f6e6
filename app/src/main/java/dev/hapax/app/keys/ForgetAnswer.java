package dev.hapax.app.keys;

import dev.hapax.domain.Command;
import dev.hapax.domain.GuardEntry;
import dev.hapax.operations.keys.Forgetting.Answer;

/** What {@code key forget} prints to people. */
final class ForgetAnswer {

    private ForgetAnswer() {}

    static String text(Answer answer) {
        Command.Forget command = answer.command();
        if (!(answer instanceof Answer.Done done)) {
            return "no instance runs: the command to forget " + command.identity()
                    + " waits, and will be executed when one starts (command " + command.id() + ")\n";
        }
        if (done.receipt().entries() == 0) {
            return "the guard did not know " + command.identity() + ": there was nothing to forget (command "
                    + command.id() + ")\n"
                    + (done.meant().isEmpty()
                            ? ""
                            : "identities have a namespace here; did you mean " + String.join(" or ", done.meant())
                                    + "\n");
        }
        StringBuilder text = new StringBuilder(
                "forgotten: " + command.identity() + "; its next message acts (command " + command.id() + ")\n");
        for (GuardEntry entry : done.receipt().some()) {
            text.append("  was ")
                    .append(EntryText.outcome(entry))
                    .append(", from ")
                    .append(entry.first())
                    .append('\n');
        }
        int unlisted = done.receipt().entries() - done.receipt().some().size();
        return text.append(unlisted > 0 ? "  and " + unlisted + " more\n" : "").toString();
    }
}
