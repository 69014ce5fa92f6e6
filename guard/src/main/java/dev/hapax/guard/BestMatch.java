package dev.hapax.guard;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.GuardEntry;
import org.jspecify.annotations.Nullable;

/** Of the entries found for a message, the one that says most: the same record, then the same content, then another. */
final class BestMatch {

    private final Arrival arrival;
    private final long ttl;
    private @Nullable GuardEntry redelivered;
    private @Nullable GuardEntry copied;
    private @Nullable GuardEntry contradicted;

    BestMatch(Arrival arrival, long ttl) {
        this.arrival = arrival;
        this.ttl = ttl;
    }

    void consider(GuardEntry entry) {
        long time = arrival.message().timestamp();
        if (time <= entry.firstTime() - ttl || time >= entry.lastTime() + ttl) {
            return;
        }
        // The content is compared even for the same coordinates: a topic made anew counts its offsets from zero again.
        if (!entry.fingerprint().equals(arrival.fingerprint())) {
            contradicted = contradicted == null ? entry : contradicted;
        } else if (entry.first().equals(arrival.message().at())) {
            redelivered = entry;
        } else {
            copied = copied == null ? entry : copied;
        }
    }

    /**
     * What the copies of a replay under other generations mean for it. Its own earlier failure does not hold it back: that is
     * the one it is replayed for.
     */
    Verdict verdictOfCopies(boolean conflictAccepted) {
        if (redelivered != null && redelivered.status() == GuardEntry.Status.DECIDED) {
            return new Verdict.Redelivery(redelivered);
        }
        if (copied != null) {
            return new Verdict.Duplicate(copied);
        }
        return contradicted == null || conflictAccepted ? new Verdict.Admitted() : new Verdict.Conflict(contradicted);
    }

    Verdict verdict(boolean late, long streamTime, long oldestJudged) {
        if (redelivered != null) {
            return new Verdict.Redelivery(redelivered);
        }
        if (copied != null) {
            return new Verdict.Duplicate(copied);
        }
        if (contradicted != null) {
            return new Verdict.Conflict(contradicted);
        }
        return late ? new Verdict.Late(streamTime, oldestJudged) : new Verdict.Admitted();
    }
}
