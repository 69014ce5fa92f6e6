package dev.hapax.operations.verify;

import dev.hapax.operations.verify.Finding.Trace;
import org.jspecify.annotations.Nullable;

/** Checks, from mentions sorted by message, that what duplicate notes name as the first was decided or quarantined itself. */
final class FirstCheck {

    private final Retention retention;
    private final VerifyCounts ledger;
    private final Findings findings;
    private @Nullable RecordPosition known;

    FirstCheck(Retention retention, VerifyCounts ledger, Findings findings) {
        this.retention = retention;
        this.ledger = ledger;
        this.findings = findings;
    }

    void accept(FirstMention mention) {
        FirstMention.Note note = mention.note();
        if (note == null) {
            known = mention.first();
        } else if (!mention.first().equals(known)) {
            if (note.earliest() < retention.firsts()) {
                ledger.unknownFirsts(1);
            } else {
                Trace trace = new Trace(RecordKind.DUPLICATE, note.at());
                findings.add(new Finding(Fault.FIRST_WITHOUT_OUTCOME, note.about(), note.generation(), trace, null));
            }
        }
    }
}
