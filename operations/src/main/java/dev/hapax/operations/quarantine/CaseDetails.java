package dev.hapax.operations.quarantine;

import java.util.List;

/**
 * Everything that is known of a case.
 *
 * @param failures every time its message was quarantined, the newest first
 */
public record CaseDetails(List<Quarantined> failures, CaseFile file) {

    public CaseDetails {
        failures = List.copyOf(failures);
    }

    public Quarantined latest() {
        return failures.get(0);
    }

    public Case asCase() {
        return Case.of(CaseSummary.of(latest()), file);
    }
}
