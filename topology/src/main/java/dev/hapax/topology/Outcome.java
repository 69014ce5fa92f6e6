package dev.hapax.topology;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Suppression;
import dev.hapax.intake.Intake;
import dev.hapax.quarantine.QuarantineCase;

/** What became of a message, so far or for good. */
sealed interface Outcome {

    /** Intake could read it; the guard is next. */
    record TakenIn(Intake.Arrived arrived) implements Outcome {}

    /** Admitted and decided; silently, where no alert may be raised. */
    record Decided(Arrival arrival, Decision decision, boolean silent) implements Outcome {

        boolean alerts() {
            return decision.judgement().important() && !silent;
        }
    }

    /** Its identity had acted already. */
    record Suppressed(Suppression suppression) implements Outcome {}

    /** It waits for a person. */
    record Refused(QuarantineCase held) implements Outcome {}
}
