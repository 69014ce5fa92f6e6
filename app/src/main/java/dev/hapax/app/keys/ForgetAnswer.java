package dev.hapax.app.keys;

import dev.hapax.domain.Command;
import dev.hapax.domain.GuardEntry;
import dev.hapax.operations.keys.Forgetting.Answer;

/** The result of {@code key forget} as text. */
final class ForgetAnswer {

    private ForgetAnswer() {}

    static String text(Answer answer) {
        Command.Forget command = answer.command();
        if (!(answer instanceof Answer.Done done)) {
            return "No instance is running. Command " + command.id() + " to forget " + command.identity()
                    + " waits until one starts.\n";
        }
        if (done.receipt().entries() == 0) {
            return "The guard has no entry for " + command.identity() + ", so there was nothing to forget (command "
                    + command.id() + ").\n"
                    + (done.meant().isEmpty()
                            ? ""
                            : "Identities have a namespace. Did you mean " + String.join(" or ", done.meant()) + "?\n");
        }
        StringBuilder text = new StringBuilder("Forgotten: " + command.identity()
                + ". Its next message is processed (command " + command.id() + ").\n");
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
