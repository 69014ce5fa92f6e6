package dev.hapax.domain;

/** The outcome of a message. Every message that is read has exactly one. */
public sealed interface Outcome {

    /**
     * Admitted and decided.
     *
     * @param silent whether the decision must not raise an alert
     */
    record Decided(Arrival arrival, Decision decision, boolean silent) implements Outcome {

        public boolean alerts() {
            return decision.judgement().important() && !silent;
        }
    }

    /**
     * Held back, because its identity had acted already.
     *
     * @param earlier the guard's entry of the message that acted
     */
    record Suppressed(Kind kind, Arrival arrival, GuardEntry earlier) implements Outcome {

        /** How the message relates to the one that acted. */
        public enum Kind {
            /** Another record with the same content. */
            DUPLICATE,
            /** The same record, read again. */
            REDELIVERY
        }
    }

    /**
     * Sent to quarantine.
     *
     * @param attempts how often the message has failed, this time included
     */
    record Refused(Message message, Refusal refusal, int generation, int attempts) implements Outcome, Intake {

        public static Refused of(Arrival arrival, Reason reason, Phase phase, String explanation) {
            return of(arrival, Refusal.of(arrival, reason, phase, explanation, null));
        }

        public static Refused of(Arrival arrival, Refusal refusal) {
            return new Refused(arrival.message(), refusal, arrival.generation(), arrival.attempts() + 1);
        }

        /** The same with another reason, if the message has failed more often than {@code maxAttempts}. */
        public Refused exhaustedAfter(int maxAttempts) {
            if (attempts <= maxAttempts) {
                return this;
            }
            Refusal exhausted = new Refusal(
                    Reason.RETRIES_EXHAUSTED,
                    refusal.phase(),
                    "failed " + attempts + " times, the last time as " + refusal.reason() + ": "
                            + refusal.explanation(),
                    refusal.cause(),
                    refusal.source(),
                    refusal.identity(),
                    refusal.fingerprint());
            return new Refused(message, exhausted, generation, attempts);
        }
    }
}
