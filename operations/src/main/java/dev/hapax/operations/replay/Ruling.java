package dev.hapax.operations.replay;

import dev.hapax.domain.Decision;
import dev.hapax.domain.Intake;
import dev.hapax.domain.Judgement;
import dev.hapax.domain.Reason;
import dev.hapax.domain.RefusedException;
import dev.hapax.source.Source;
import org.jspecify.annotations.Nullable;

/**
 * What a classifier makes of a message.
 *
 * @param judgement null where it could not decide
 * @param quarantined why it could not; null where it could
 */
public record Ruling(
        @Nullable Judgement judgement, @Nullable Reason quarantined) {

    static Ruling of(Source source, Intake.Arrived arrived) {
        try {
            Decision decision = source.decide(arrived.arrival(), arrived.content());
            return new Ruling(decision.judgement(), null);
        } catch (RefusedException e) {
            return new Ruling(null, e.reason());
        }
    }

    /** What it is called: the label, or why it would be quarantined. */
    public String label() {
        if (judgement != null) {
            return judgement.label();
        }
        return quarantined == null ? "" : quarantined.name();
    }

    public boolean important() {
        return judgement != null && judgement.important();
    }

    /** Whether someone who reads decisions and alerts would see the same. */
    boolean agreesWith(Ruling other) {
        return label().equals(other.label()) && important() == other.important();
    }
}
