package dev.hapax.operations.keys;

import dev.hapax.domain.Command;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Outcome;
import dev.hapax.operations.quarantine.Case;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is recorded about an identity: why its next message would act or not.
 *
 * @param remembered by the guard, newest generation first; empty where it knows nothing of it
 * @param quarantined the newest cases of its messages, resolved ones too, the last one last
 * @param commands what operators have asked about it, the last one last
 * @param meant identities that may have been meant, if nothing is recorded about this one
 */
public record Why(
        String identity,
        List<Remembered> remembered,
        Suppressed suppressed,
        List<Case> quarantined,
        List<Commanded> commands,
        List<String> meant) {

    public Why {
        remembered = List.copyOf(remembered);
        quarantined = List.copyOf(quarantined);
        commands = List.copyOf(commands);
        meant = List.copyOf(meant);
    }

    /**
     * How often messages of it were held back, as far as {@code duplicates} is kept.
     *
     * @param last the coordinates of the last one
     */
    public record Suppressed(
            long duplicates, long redeliveries, @Nullable Coordinates last) {

        static final Suppressed NEVER = new Suppressed(0, 0, null);

        Suppressed and(Outcome.Suppressed.Kind kind, Coordinates at) {
            return kind == Outcome.Suppressed.Kind.REDELIVERY
                    ? new Suppressed(duplicates, redeliveries + 1, at)
                    : new Suppressed(duplicates + 1, redeliveries, at);
        }
    }

    /** What was asked, and what became of it, or null while it waits. */
    public record Commanded(
            Command.Forget command, @Nullable Command receipt) {}
}
