package dev.hapax.operations.quarantine;

import dev.hapax.domain.Replay;
import org.jspecify.annotations.Nullable;

/**
 * What an action comes to for one case: what is written, if anything, and what the operator is told.
 *
 * @param file the new case file; null where nothing changes
 * @param replay the message to give again; null for none
 */
record CaseVerdict(
        CaseResult result,
        @Nullable CaseFile file,
        @Nullable Outgoing replay) {

    /** A replay and the identity that keys it. */
    record Outgoing(Replay replay, byte[] key) {}

    static CaseVerdict unchanged(CaseResult result) {
        return new CaseVerdict(result, null, null);
    }
}
