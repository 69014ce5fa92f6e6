package dev.hapax.operations.quarantine;

/** How many cases have one reason, and the newest of them. */
public record CaseGroup(String reason, long count, CaseSummary example) {

    CaseGroup oneMore() {
        return new CaseGroup(reason, count + 1, example);
    }
}
