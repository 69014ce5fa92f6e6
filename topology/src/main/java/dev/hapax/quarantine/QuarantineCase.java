package dev.hapax.quarantine;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.Message;
import dev.hapax.domain.Reason;
import dev.hapax.domain.Refusal;

/**
 * A message on its way to quarantine.
 *
 * @param attempts how often it has failed by now, this time included
 */
public record QuarantineCase(Message message, Refusal refusal, int generation, int attempts) {

    /** The case of a message that failed once more; after {@code maxAttempts} failures the reason is that. */
    public static QuarantineCase of(Message message, Refusal refusal, int generation, int earlier, int maxAttempts) {
        int attempts = earlier + 1;
        return new QuarantineCase(
                message, attempts > maxAttempts ? exhausted(refusal, attempts) : refusal, generation, attempts);
    }

    public static QuarantineCase of(Arrival arrival, Refusal refusal, int maxAttempts) {
        return of(arrival.message(), refusal, arrival.generation(), arrival.attempts(), maxAttempts);
    }

    private static Refusal exhausted(Refusal refusal, int attempts) {
        return new Refusal(
                Reason.RETRIES_EXHAUSTED,
                refusal.phase(),
                "failed " + attempts + " times, the last time as " + refusal.reason() + ": " + refusal.explanation(),
                refusal.cause(),
                refusal.source(),
                refusal.identity(),
                refusal.fingerprint());
    }
}
