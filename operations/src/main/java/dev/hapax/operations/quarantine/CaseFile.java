package dev.hapax.operations.quarantine;

import dev.hapax.domain.Coordinates;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is on record of a case.
 *
 * @param attempt which failure of the message the state speaks of; a later one opens the case anew
 * @param history oldest first
 */
public record CaseFile(
        Coordinates id, CaseState state, @Nullable String owner, int attempt, List<CaseChange> history) {

    /** So many changes are kept; of a case with more, the oldest are forgotten. */
    private static final int LONGEST_HISTORY = 100;

    public CaseFile {
        history = List.copyOf(history);
    }

    /** A file for a case that nobody has touched. */
    static CaseFile empty(Coordinates id) {
        return new CaseFile(id, CaseState.OPEN, null, 0, List.of());
    }

    CaseFile with(CaseState next, @Nullable String nextOwner, int nextAttempt, CaseChange change) {
        List<CaseChange> changes = new ArrayList<>(history);
        changes.add(change);
        int size = changes.size();
        return new CaseFile(
                id, next, nextOwner, nextAttempt, changes.subList(Math.max(0, size - LONGEST_HISTORY), size));
    }

    /** The same without its history, which takes most of the room. */
    CaseFile brief() {
        return new CaseFile(id, state, owner, attempt, List.of());
    }

    /** Where a case stands whose message failed that often, the last time for good or not. */
    CaseState stateAfter(int attempts, boolean exhausted) {
        if (state.resolved() && attempts <= attempt) {
            return state;
        }
        if (exhausted) {
            return CaseState.PARKED;
        }
        return owner == null ? CaseState.OPEN : CaseState.ASSIGNED;
    }

    public @Nullable CaseChange lastChange() {
        return history.isEmpty() ? null : history.get(history.size() - 1);
    }
}
