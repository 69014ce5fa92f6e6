package dev.hapax.operations.quarantine;

import org.jspecify.annotations.Nullable;

/** A case as it stands in the inbox. */
public record Case(
        CaseSummary summary, CaseState state, @Nullable String owner) {

    /** @param file what is on record of it; null where nobody has touched it */
    public static Case of(CaseSummary summary, @Nullable CaseFile file) {
        CaseFile known = file == null ? CaseFile.empty(summary.id()) : file;
        Failure latest = summary.failure();
        return new Case(summary, known.stateAfter(latest), known.about(latest).owner());
    }
}
