package dev.hapax.operations.quarantine;

import java.time.Instant;

/**
 * How many cases have one reason, and an example, which is among the newest.
 *
 * @param latest when the newest of them was quarantined
 */
public record CaseGroup(String reason, long count, CaseSummary example, Instant latest) {

    static CaseGroup of(CaseSummary first) {
        return new CaseGroup(first.reason(), 1, first, first.at());
    }

    CaseGroup plus(CaseGroup other) {
        return new CaseGroup(
                reason, count + other.count, example, latest.isBefore(other.latest) ? other.latest : latest);
    }
}
