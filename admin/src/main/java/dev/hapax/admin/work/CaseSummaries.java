package dev.hapax.admin.work;

import dev.hapax.domain.Message;
import dev.hapax.masking.MaskedMessage;
import dev.hapax.masking.Masking;
import dev.hapax.operations.quarantine.Case;
import dev.hapax.operations.quarantine.Quarantined;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Summaries of quarantined records for lists, without masked fields. */
public final class CaseSummaries {

    private static final Logger LOG = LoggerFactory.getLogger(CaseSummaries.class);
    private static final int PREVIEW = 80;

    private final Masking masking;

    public CaseSummaries(Masking masking) {
        this.masking = masking;
    }

    public Case.Summary of(Quarantined record) {
        return masking.isOn() ? of(record, masked(record.original())) : Case.Summary.of(record);
    }

    MaskedMessage masked(Message message) {
        MaskedMessage masked = masking.of(message);
        if (masked.failure() != null) {
            LOG.warn("{} cannot be masked field by field, so all of it is hidden", message.at(), masked.failure());
        }
        return masked;
    }

    Case.Summary of(Quarantined record, MaskedMessage message) {
        Case.Summary whole = Case.Summary.of(record);
        String identity = whole.identity();
        return new Case.Summary(
                whole.id(),
                whole.stored(),
                whole.at(),
                whole.reason(),
                whole.disposition(),
                whole.phase(),
                whole.nextAction(),
                whole.source(),
                identity == null ? null : message.redaction().of(identity),
                whole.attempts(),
                whole.generation(),
                message.redaction().of(whole.explanation()),
                whole.bytes(),
                preview(record, message),
                whole.digest());
    }

    private static String preview(Quarantined record, MaskedMessage message) {
        if (record.original().value() == null) {
            return "(tombstone)";
        }
        String line = message.redaction().hidesEverything()
                ? Masking.HIDDEN
                : message.redaction().of(Objects.requireNonNullElse(message.text(), Masking.HIDDEN));
        StringBuilder text = new StringBuilder();
        line.codePoints()
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? '·' : c)
                .limit(PREVIEW)
                .forEach(text::appendCodePoint);
        return text.toString();
    }
}
