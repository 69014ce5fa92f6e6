package dev.hapax.admin.work;

import dev.hapax.domain.Message;
import dev.hapax.operations.quarantine.CaseChange;
import dev.hapax.operations.quarantine.CaseDetails;
import dev.hapax.operations.quarantine.CaseFields;
import dev.hapax.operations.quarantine.CaseSummary;
import dev.hapax.operations.quarantine.NextSteps;
import dev.hapax.wire.HeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A case as the API tells it: as the command line does, without what is masked. */
final class CaseView {

    private static final String CONFIG_FILE = "FILE";

    private final Masking masking;

    CaseView(Masking masking) {
        this.masking = masking;
    }

    Map<String, @Nullable Object> of(CaseDetails details) {
        Map<String, @Nullable Object> fields = CaseFields.of(details);
        boolean masked = false;
        fields.put("keyMasked", false);
        if (masking.isOn()) {
            masked = mask(fields, details);
        }
        fields.put("masked", masked);
        fields.put("commands", NextSteps.of(details, CONFIG_FILE));
        return fields;
    }

    private boolean mask(Map<String, @Nullable Object> fields, CaseDetails details) {
        Message original = details.latest().original();
        Masking.Seen seen = masking.seen(original);
        Redaction redaction = seen.redaction();
        CaseSummary summary = masking.summary(details.latest());
        fields.put("explanation", summary.explanation());
        fields.put("identity", summary.identity());
        fields.put("preview", summary.preview());
        String trace = details.latest().saidOrNull(HeaderNames.ERROR_STACKTRACE);
        fields.put("stackTrace", trace == null ? null : redaction.of(trace));
        if (seen.masked()) {
            fields.put("value", null);
        }
        if (quotes(original.key(), redaction)) {
            fields.put("key", null);
            fields.put("keyMasked", true);
        }
        fields.put("payloadKind", seen.kind());
        fields.put("payload", seen.payload());
        fields.put("payloadCut", seen.cut());
        fields.put("headers", masking.headers(original, redaction));
        fields.put(
                "history",
                details.file().history().stream()
                        .map(change -> change(change, redaction))
                        .toList());
        return seen.masked();
    }

    private static boolean quotes(byte @Nullable [] key, Redaction redaction) {
        if (key == null) {
            return false;
        }
        String text = new String(key, StandardCharsets.UTF_8);
        return !redaction.of(text).equals(text);
    }

    private static Map<String, @Nullable Object> change(CaseChange change, Redaction redaction) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        String reason = change.reason();
        String detail = change.detail();
        fields.put("at", change.at().toString());
        fields.put("actor", change.actor());
        fields.put("action", change.action().code());
        fields.put("reason", reason == null ? null : words(reason, redaction));
        // A difference shows what the fields were changed to, which the message at hand does not tell.
        fields.put(
                "detail",
                detail == null
                        ? null
                        : change.action() == CaseChange.Action.EDITED ? Masking.HIDDEN : words(detail, redaction));
        return fields;
    }

    /** What an operator wrote is not hidden because the message can't be read: it is no quote of it by nature. */
    private static String words(String text, Redaction redaction) {
        return redaction.hidesEverything() ? text : redaction.of(text);
    }

    /**
     * What was done, or why not, without what the messages say in masked fields.
     *
     * @param quotes whether it may quote them; if not, it is kept also where they can't be read
     */
    String said(String said, List<Message> messages, boolean quotes) {
        if (!masking.isOn()) {
            return said;
        }
        Redaction redaction = Redaction.none();
        for (Message message : messages) {
            redaction = redaction.and(masking.seen(message).redaction());
        }
        return quotes ? redaction.of(said) : words(said, redaction);
    }

    /** The same, where the messages are not at hand. */
    String said(String said) {
        return masking.isOn() ? Masking.HIDDEN : said;
    }
}
