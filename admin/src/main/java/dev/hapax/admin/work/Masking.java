package dev.hapax.admin.work;

import dev.hapax.config.FieldSettings;
import dev.hapax.config.IdentitySettings;
import dev.hapax.config.Settings;
import dev.hapax.config.SourceSettings;
import dev.hapax.domain.Header;
import dev.hapax.domain.Message;
import dev.hapax.operations.quarantine.CaseSummary;
import dev.hapax.operations.quarantine.JsonLayout;
import dev.hapax.operations.quarantine.Payload;
import dev.hapax.operations.quarantine.Quarantined;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps masked fields from being seen: in payloads, headers and keys, and in every text that may quote them. What can't be
 * read can't be told apart, and is not shown at all.
 */
public final class Masking {

    public static final String MASKED = "***";

    static final String HIDDEN = "(not shown: admin.mask is set, and what of this message it covers can't be told)";

    private static final Logger LOG = LoggerFactory.getLogger(Masking.class);
    private static final int PREVIEW = 80;
    private static final String MAIL = "rfc822";
    private static final String EVENT = "cloudevents";

    private final Masks masks;
    private final List<SourceSettings> sources;

    public Masking(Settings settings) {
        this(settings.admin().mask(), settings.sources());
    }

    Masking(List<String> masks, List<SourceSettings> sources) {
        this.masks = new Masks(masks);
        this.sources = sources;
    }

    public boolean isOn() {
        return !masks.isEmpty();
    }

    /**
     * What may be seen of a message.
     *
     * @param payload as a person reads it, in the words of {@link Payload}; null where it is not shown
     * @param line the same on one line
     * @param cut whether it goes on after the payload
     * @param masked whether anything is kept back, and so the bytes too
     */
    record Seen(String kind, @Nullable String payload, boolean cut, String line, boolean masked, Redaction redaction) {}

    /** Never fails: whatever can't be looked through is hidden as a whole. */
    Seen seen(Message message) {
        Payload payload = Payload.of(message.value());
        try {
            return seen(message, payload);
        } catch (RuntimeException | StackOverflowError e) {
            LOG.warn("{} can't be masked field by field, so none of it is shown", message.at(), e);
            return hidden(payload);
        }
    }

    private Seen seen(Message message, Payload payload) {
        Set<String> inHeaders = inHeaders(message);
        if (payload.kind().equals("tombstone")) {
            return new Seen(payload.kind(), "", false, "(tombstone)", !inHeaders.isEmpty(), Redaction.of(inHeaders));
        }
        if (!payload.kind().equals("binary")) {
            String text = new String(bytes(message), StandardCharsets.UTF_8);
            MaskedJson.Result json = MaskedJson.of(text, masks, inHeaders);
            if (json != null) {
                inHeaders.addAll(json.said());
                JsonLayout shown = json.text();
                return new Seen("json", shown.text(), shown.cut(), json.line(), json.masked(), Redaction.of(inHeaders));
            }
            MaskedMail.Result mail = isMail(message) ? MaskedMail.of(message, text, masks, inHeaders) : null;
            if (mail != null) {
                inHeaders.addAll(mail.said());
                Payload shown = Payload.ofText(mail.text());
                return new Seen(
                        "text", shown.text(), shown.cut(), shown.text(), mail.masked(), Redaction.of(inHeaders));
            }
        }
        return hidden(payload);
    }

    private static Seen hidden(Payload payload) {
        return new Seen(payload.kind(), null, false, HIDDEN, true, Redaction.ofEverything());
    }

    private static byte[] bytes(Message message) {
        byte[] value = message.value();
        return value == null ? new byte[0] : value;
    }

    private boolean isMail(Message message) {
        return sources.stream()
                .filter(source -> source.topic().equals(message.at().topic()))
                .anyMatch(source -> source.format().equals(MAIL));
    }

    private Set<String> inHeaders(Message message) {
        Set<String> said = new LinkedHashSet<>();
        for (Header header : message.headers()) {
            byte[] value = header.value();
            if (value != null && masks.covers(header.name())) {
                said.add(new String(value, StandardCharsets.UTF_8));
            }
        }
        return said;
    }

    /** Headers of the original as name and value, the masked ones struck out. */
    List<List<@Nullable String>> headers(Message message, Redaction redaction) {
        List<List<@Nullable String>> shown = new ArrayList<>();
        for (Header header : message.headers()) {
            byte[] value = header.value();
            List<@Nullable String> pair = new ArrayList<>();
            pair.add(header.name());
            if (value == null) {
                pair.add(null);
            } else {
                String text = new String(value, StandardCharsets.UTF_8);
                pair.add(
                        masks.covers(header.name())
                                ? MASKED
                                // Of what is hidden whole, headers are known by their names.
                                : redaction.hidesEverything() ? text : redaction.of(text));
            }
            shown.add(pair);
        }
        return shown;
    }

    /** What a list tells of a record. */
    public CaseSummary summary(Quarantined record) {
        CaseSummary whole = CaseSummary.of(record);
        if (!isOn()) {
            return whole;
        }
        Seen seen = seen(record.original());
        String identity = whole.identity();
        return new CaseSummary(
                whole.id(),
                whole.stored(),
                whole.at(),
                whole.reason(),
                whole.disposition(),
                whole.phase(),
                whole.nextAction(),
                whole.source(),
                identity == null ? null : seen.redaction().of(identity),
                whole.attempts(),
                whole.generation(),
                seen.redaction().of(whole.explanation()),
                whole.bytes(),
                preview(
                        seen.redaction().hidesEverything()
                                ? HIDDEN
                                : seen.redaction().of(seen.line())),
                whole.digest());
    }

    /** An identity of which the message is not at hand: where it is made of a masked field, it is not told. */
    public String identity(String identity, String topic) {
        return sources.stream()
                .filter(source -> source.topic().equals(topic) && isMasked(source))
                .findFirst()
                .map(source -> source.namespace().isEmpty() ? MASKED : source.namespace() + ":" + MASKED)
                .orElse(identity);
    }

    private boolean isMasked(SourceSettings source) {
        return (source.identity() instanceof IdentitySettings.Header header && masks.covers(header.name()))
                || source.identity().fields().stream().anyMatch(field -> isMasked(source, field));
    }

    /** By the name the source gives it, or by where that leads. */
    private boolean isMasked(SourceSettings source, String field) {
        FieldSettings named = source.fields().get(field);
        String place = named == null ? field : named.at();
        return masks.covers(field)
                || masks.coversSelector(place)
                || switch (source.format()) {
                    case MAIL -> MaskedMail.isOf(masks, place);
                    // Its attributes are record headers, or members beside the data.
                    case EVENT -> masks.coversInData(place) || masks.covers("ce_" + place);
                    default -> false;
                };
    }

    private static String preview(String line) {
        StringBuilder text = new StringBuilder();
        line.codePoints()
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? '·' : c)
                .limit(PREVIEW)
                .forEach(text::appendCodePoint);
        return text.toString();
    }
}
