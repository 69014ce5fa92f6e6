package dev.hapax.quarantine;

import dev.hapax.domain.Outcome;

/** So much goes to quarantine that the instance must stop: a systemic failure, not poison. */
public final class QuarantineFloodException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    QuarantineFloodException(String howMany, String limit, Outcome.Refused latest) {
        super(howMany + " would go to quarantine, which is more than " + limit + " allows; the latest, "
                + latest.message().at() + ", as " + latest.refusal().reason() + ": "
                + latest.refusal().explanation()
                + ". Stopped before its offset was committed: mend the producer, the source's format or the rules, or"
                + " raise the limit, and start again");
    }
}
