package dev.hapax.admin.work;

import dev.hapax.domain.Message;
import dev.hapax.masking.MaskedMessage;
import dev.hapax.masking.Masking;
import dev.hapax.masking.Redaction;
import dev.hapax.operations.quarantine.Case;
import dev.hapax.operations.quarantine.CaseFields;
import dev.hapax.operations.quarantine.CaseFile;
import dev.hapax.operations.quarantine.Payload;
import dev.hapax.operations.quarantine.Quarantined;
import dev.hapax.wire.HeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Cases as lists and the JSON of a single case show them: as on the command line, but without masked fields. */
public final class CaseView {

    private static final Logger LOG = LoggerFactory.getLogger(CaseView.class);
    private static final int PREVIEW = 80;

    private static final String CONFIG_FILE = "FILE";

    private final Masking masking;

    public CaseView(Masking masking) {
        this.masking = masking;
    }

    Map<String, @Nullable Object> of(Case.Details details) {
        Map<String, @Nullable Object> fields = CaseFields.of(details);
        boolean masked = false;
        fields.put("keyMasked", false);
        if (masking.isOn()) {
            masked = mask(fields, details);
        }
        fields.put("masked", masked);
        fields.put("commands", details.nextSteps(CONFIG_FILE));
        return fields;
    }

    private boolean mask(Map<String, @Nullable Object> fields, Case.Details details) {
        Message original = details.latest().original();
        MaskedMessage message = masked(original);
        Redaction redaction = message.redaction();
        Case.Summary summary = summary(details.latest(), message);
        fields.put("explanation", summary.explanation());
        fields.put("identity", summary.identity());
        fields.put("preview", summary.preview());
        String trace = details.latest().headerOrNull(HeaderNames.ERROR_STACKTRACE);
        fields.put("stackTrace", trace == null ? null : redaction.of(trace));
        if (message.masked()) {
            fields.put("value", null);
        }
        if (quotes(original.key(), redaction)) {
            fields.put("key", null);
            fields.put("keyMasked", true);
        }
        putPayload(fields, original, message.text());
        fields.put("headers", message.headers());
        fields.put(
                "history",
                details.file().history().stream()
                        .map(change -> change(change, redaction))
                        .toList());
        return message.masked();
    }

    private static void putPayload(Map<String, @Nullable Object> fields, Message original, @Nullable String visible) {
        byte[] value = original.value();
        Payload payload =
                Payload.of(visible == null || value == null ? value : visible.getBytes(StandardCharsets.UTF_8));
        fields.put("payloadKind", payload.kind());
        fields.put("payload", visible == null ? null : payload.text());
        fields.put("payloadCut", visible != null && payload.cut());
    }

    private static boolean quotes(byte @Nullable [] key, Redaction redaction) {
        if (key == null) {
            return false;
        }
        String text = new String(key, StandardCharsets.UTF_8);
        return !redaction.of(text).equals(text);
    }

    private static Map<String, @Nullable Object> change(CaseFile.Change change, Redaction redaction) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        String reason = change.reason();
        String detail = change.detail();
        fields.put("at", change.at().toString());
        fields.put("actor", change.actor());
        fields.put("action", change.action().code());
        fields.put("reason", reason == null ? null : words(reason, redaction));
        // A difference contains the new values, which are not in the original message.
        fields.put(
                "detail",
                detail == null
                        ? null
                        : change.action() == CaseFile.Change.Action.EDITED ? Masking.HIDDEN : words(detail, redaction));
        return fields;
    }

    /** Text of operators stays visible even if the message cannot be parsed, because it is not a quote. */
    private static String words(String text, Redaction redaction) {
        return redaction.hidesEverything() ? text : redaction.of(text);
    }

    /**
     * The text of a result, without masked values of the messages.
     *
     * @param quotes whether the text can quote them; if not, it stays visible even if they cannot be parsed
     */
    String said(String said, List<Message> messages, boolean quotes) {
        if (!masking.isOn()) {
            return said;
        }
        Redaction redaction = Redaction.none();
        for (Message message : messages) {
            redaction = redaction.and(masked(message).redaction());
        }
        return quotes ? redaction.of(said) : words(said, redaction);
    }

    /** The same without the messages. */
    String said(String said) {
        return masking.isOn() ? Masking.HIDDEN : said;
    }

    /** A quarantined record as a list shows it. */
    public Case.Summary summary(Quarantined record) {
        return masking.isOn() ? summary(record, masked(record.original())) : Case.Summary.of(record);
    }

    private MaskedMessage masked(Message message) {
        MaskedMessage masked = masking.of(message);
        if (masked.failure() != null) {
            LOG.warn("{} cannot be masked field by field, so all of it is hidden", message.at(), masked.failure());
        }
        return masked;
    }

    private static Case.Summary summary(Quarantined record, MaskedMessage message) {
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
