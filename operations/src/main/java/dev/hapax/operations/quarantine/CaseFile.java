package dev.hapax.operations.quarantine;

import dev.hapax.domain.Coordinates;
import dev.hapax.operations.quarantine.CaseChange.Action;
import dev.hapax.operations.quarantine.Resolution.SentReplay;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is on record of a case.
 *
 * @param digest of the message it is about: a topic made anew has other messages at the same coordinates; null for a file of
 *     the first release
 * @param resolution which failures of the message the state speaks of; another one opens the case again
 * @param history oldest first
 */
public record CaseFile(
        Coordinates id,
        @Nullable String digest,
        CaseState state,
        @Nullable String owner,
        Resolution resolution,
        List<CaseChange> history) {

    /** The actor of what Hapax does by itself. */
    static final String HAPAX = "hapax";

    /** So many changes are kept; of a case with more, the oldest are forgotten. */
    private static final int LONGEST_HISTORY = 100;

    public CaseFile {
        history = List.copyOf(history);
    }

    /** A file for a case that nobody has touched. */
    static CaseFile empty(Coordinates id) {
        return new CaseFile(id, null, CaseState.OPEN, null, Resolution.NONE, List.of());
    }

    /** The file to go on with: this one, or a new one where a different message has failed at the same coordinates. */
    CaseFile about(Failure failure) {
        if (digest == null || failure.digest() == null || digest.equals(failure.digest())) {
            return this;
        }
        // Who did what to the other message stays on record.
        return new CaseFile(id, failure.digest(), CaseState.OPEN, null, Resolution.NONE, history);
    }

    /** The failure is dealt with. */
    CaseFile resolved(Failure failure, CaseState next, CaseChange change) {
        return changed(failure, next, owner, resolution.plus(failure, change.at()), change);
    }

    /** Something was done that leaves the case as open or resolved as it was. */
    CaseFile changed(Failure failure, CaseState next, @Nullable String nextOwner, CaseChange change) {
        return changed(failure, next, nextOwner, resolution, change);
    }

    private CaseFile changed(
            Failure failure, CaseState next, @Nullable String nextOwner, Resolution then, CaseChange change) {
        return new CaseFile(
                id, failure.digest() == null ? digest : failure.digest(), next, nextOwner, then, history(change));
    }

    CaseFile sent(SentReplay where) {
        return new CaseFile(id, digest, state, owner, resolution.sent(where), history);
    }

    /** What became of its replay is known; null where that is of another replay, or was known before. */
    @Nullable
    CaseFile withOutcome(int generation, String outcome, Instant now) {
        SentReplay sent = resolution.replay();
        if (state != CaseState.REPLAYED || sent == null || sent.generation() != generation || sent.outcome() != null) {
            return null;
        }
        SentReplay known = new SentReplay(sent.partition(), sent.offset(), generation, outcome);
        return new CaseFile(
                id,
                digest,
                state,
                owner,
                resolution.sent(known),
                history(new CaseChange(now, HAPAX, Action.NOTED, null, outcome)));
    }

    /** Open again, because its replay was deleted before an instance read it. */
    CaseFile reopened(Instant now) {
        SentReplay lost = resolution.replay();
        String text = "opened again: its replay was deleted before an instance read it"
                + (lost == null ? "" : " (partition " + lost.partition() + ", offset " + lost.offset() + ")");
        return new CaseFile(
                id,
                digest,
                owner == null ? CaseState.OPEN : CaseState.ASSIGNED,
                owner,
                resolution.withoutLast(),
                history(new CaseChange(now, HAPAX, Action.NOTED, null, text)));
    }

    private List<CaseChange> history(CaseChange change) {
        List<CaseChange> changes = new ArrayList<>(history);
        changes.add(change);
        int size = changes.size();
        return changes.subList(Math.max(0, size - LONGEST_HISTORY), size);
    }

    /** The same without its history, which takes most of the room. */
    CaseFile brief() {
        return new CaseFile(id, digest, state, owner, resolution, List.of());
    }

    /** Where a case stands whose latest failure is this one. */
    CaseState stateAfter(Failure failure) {
        CaseFile own = about(failure);
        if (own.state.resolved() && own.resolution.covers(failure)) {
            return own.state;
        }
        if (failure.exhausted()) {
            return CaseState.PARKED;
        }
        return own.owner == null ? CaseState.OPEN : CaseState.ASSIGNED;
    }

    public @Nullable CaseChange lastChange() {
        return history.isEmpty() ? null : history.get(history.size() - 1);
    }
}
