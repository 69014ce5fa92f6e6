package dev.hapax.operations.quarantine;

import dev.hapax.domain.Coordinates;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a replayed message.
 *
 * @param said in words, such as {@code decided as billing-failure}
 * @param label of the decision, its own or that of the copy that acted instead
 * @param important whether it raised an alert
 * @param instead the copy that acted instead; null for none
 * @param reason for which it is in quarantine again; null when it is not
 */
public record ReplayOutcome(
        Kind kind,
        String said,
        @Nullable String label,
        boolean important,
        @Nullable Coordinates instead,
        @Nullable String reason) {

    /** How it ended. */
    public enum Kind {
        DECIDED,
        /** A copy had acted already. */
        DUPLICATE,
        QUARANTINED,
        /** Nothing was seen of it in time. */
        NOT_KNOWN
    }

    static ReplayOutcome decided(String label, boolean important) {
        return new ReplayOutcome(Kind.DECIDED, "decided as " + label, label, important, null, null);
    }

    /** @param quarantined whether the copy waits in quarantine itself */
    static ReplayOutcome duplicate(Coordinates instead, String label, boolean quarantined) {
        String said = quarantined
                ? "held back: its copy " + instead + " waits in quarantine as " + label
                : "held back: its copy " + instead + " was decided as " + label;
        return new ReplayOutcome(Kind.DUPLICATE, said, label, false, instead, null);
    }

    static ReplayOutcome quarantined(String reason, String explanation) {
        return new ReplayOutcome(
                Kind.QUARANTINED,
                "quarantined again: " + (explanation.isEmpty() ? reason : reason + ": " + explanation),
                null,
                false,
                null,
                reason);
    }

    static ReplayOutcome notKnown(long seconds) {
        return new ReplayOutcome(
                Kind.NOT_KNOWN,
                "not processed within " + seconds
                        + " s: check that an instance is running ('hapax run -c FILE' starts one)",
                null,
                false,
                null,
                null);
    }

    public boolean isKnown() {
        return kind != Kind.NOT_KNOWN;
    }

    /** The same for the record of the case, which must not quote the message. */
    String noted() {
        return reason == null ? said : "quarantined again as " + reason;
    }

    /** @param shown the text to show instead of {@link #said} */
    public Map<String, @Nullable Object> fields(String shown) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("kind", kind.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        fields.put("said", shown);
        fields.put("label", label);
        fields.put("important", important);
        fields.put("instead", instead == null ? null : instead.toString());
        fields.put("reason", reason);
        return fields;
    }
}
