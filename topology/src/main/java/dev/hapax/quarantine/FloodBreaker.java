package dev.hapax.quarantine;

import dev.hapax.config.QuarantineSettings.Flood;
import dev.hapax.domain.Outcome;
import java.util.BitSet;

/**
 * Stops a partition that sends nearly everything to quarantine: then it is not the messages that are wrong but something
 * larger, and emptying the input into quarantine would only hide it. One task's thread uses it.
 */
public final class FloodBreaker {

    private final Flood limits;
    private final BitSet recent;
    private long seen;
    private int consecutive;

    public FloodBreaker(Flood limits) {
        this.limits = limits;
        this.recent = new BitSet(limits.window());
    }

    public void passed() {
        consecutive = 0;
        note(false);
    }

    /**
     * @throws QuarantineFloodException when it was one too many; the transaction with this message in it must fail
     */
    public void quarantined(Outcome.Refused latest) {
        consecutive++;
        note(true);
        if (limits.maxConsecutive() > 0 && consecutive > limits.maxConsecutive()) {
            throw new QuarantineFloodException(
                    consecutive + " messages in a row",
                    "quarantine.flood.max-consecutive (" + limits.maxConsecutive() + ")",
                    latest);
        }
        if (seen >= limits.window() && recent.cardinality() > limits.maxShare() * limits.window()) {
            throw new QuarantineFloodException(
                    recent.cardinality() + " of the last " + limits.window() + " messages",
                    "quarantine.flood.max-share (" + limits.maxShare() + ")",
                    latest);
        }
    }

    private void note(boolean quarantined) {
        recent.set((int) (seen++ % limits.window()), quarantined);
    }
}
