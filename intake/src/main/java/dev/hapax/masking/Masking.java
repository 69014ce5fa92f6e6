package dev.hapax.masking;

import dev.hapax.config.FieldSettings;
import dev.hapax.config.IdentitySettings;
import dev.hapax.config.Settings;
import dev.hapax.config.SourceSettings;
import dev.hapax.domain.Header;
import dev.hapax.domain.Message;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Hides masked fields in values and headers, and in every text that may quote them. A value that cannot be parsed is hidden as a
 * whole, because its fields are unknown.
 */
public final class Masking {

    /** Replaces a masked value. */
    public static final String MASKED = "***";

    /** Replaces a text that may quote a message whose fields are unknown. */
    public static final String HIDDEN = "(hidden: admin.mask is set, and the fields of this message are unknown)";

    private static final String MAIL = "rfc822";
    private static final String EVENT = "cloudevents";

    private final Masks masks;
    private final List<SourceSettings> sources;

    public Masking(Settings settings) {
        this(settings.admin().mask(), settings.sources());
    }

    /** @param masks JSON pointers, in which {@code *} matches any step, or names of fields and headers */
    public Masking(List<String> masks, List<SourceSettings> sources) {
        this.masks = new Masks(masks);
        this.sources = sources;
    }

    public boolean isOn() {
        return !masks.isEmpty();
    }

    /** Whether a field or header of that name is hidden. */
    public boolean hides(String name) {
        return masks.covers(name);
    }

    /** Never fails: a message that cannot be masked field by field is hidden as a whole. */
    public MaskedMessage of(Message message) {
        try {
            return masked(message);
        } catch (RuntimeException | StackOverflowError e) {
            return hidden(message, e);
        }
    }

    private MaskedMessage masked(Message message) {
        Set<String> values = maskedHeaders(message);
        byte[] bytes = message.value();
        if (bytes == null) {
            return shown(message, "", !values.isEmpty(), values);
        }
        String text = text(bytes);
        if (text == null) {
            return hidden(message, null);
        }
        MaskedJson.Result json = MaskedJson.of(text, masks, values);
        if (json != null) {
            values.addAll(json.said());
            return shown(message, json.document().toString(), json.masked(), values);
        }
        MaskedMail.Result mail = isMail(message) ? MaskedMail.of(message, text, masks, values) : null;
        if (mail != null) {
            values.addAll(mail.said());
            return shown(message, mail.text(), mail.masked(), values);
        }
        return hidden(message, null);
    }

    private MaskedMessage shown(Message message, String text, boolean masked, Set<String> values) {
        Redaction redaction = Redaction.of(values);
        return new MaskedMessage(text, masked, headers(message, redaction), redaction, null);
    }

    private MaskedMessage hidden(Message message, @Nullable Throwable failure) {
        Redaction redaction = Redaction.ofEverything();
        return new MaskedMessage(null, true, headers(message, redaction), redaction, failure);
    }

    /** Null if it is not UTF-8. */
    private static @Nullable String text(byte[] value) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(value))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    private boolean isMail(Message message) {
        return sources.stream()
                .filter(source -> source.topic().equals(message.at().topic()))
                .anyMatch(source -> source.format().equals(MAIL));
    }

    private Set<String> maskedHeaders(Message message) {
        Set<String> values = new LinkedHashSet<>();
        for (Header header : message.headers()) {
            byte[] value = header.value();
            if (value != null && masks.covers(header.name())) {
                values.add(new String(value, StandardCharsets.UTF_8));
            }
        }
        return values;
    }

    private List<List<@Nullable String>> headers(Message message, Redaction redaction) {
        List<List<@Nullable String>> shown = new ArrayList<>();
        for (Header header : message.headers()) {
            byte[] value = header.value();
            List<@Nullable String> pair = new ArrayList<>();
            pair.add(header.name());
            pair.add(value == null ? null : header(header.name(), value, redaction));
            shown.add(pair);
        }
        return shown;
    }

    private String header(String name, byte[] value, Redaction redaction) {
        if (masks.covers(name)) {
            return MASKED;
        }
        String text = new String(value, StandardCharsets.UTF_8);
        // Headers are known by their names, even if the fields of the value are not.
        return redaction.hidesEverything() ? text : redaction.of(text);
    }

    /** An identity whose message is not available: masked if the source derives it from a masked field. */
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

    /** By the name that the source gives it, or by its place in the value. */
    private boolean isMasked(SourceSettings source, String field) {
        FieldSettings named = source.fields().get(field);
        String place = named == null ? field : named.at();
        return masks.covers(field)
                || masks.coversSelector(place)
                || switch (source.format()) {
                    case MAIL -> MaskedMail.isOf(masks, place);
                    // Attributes are record headers, or members beside the data.
                    case EVENT -> masks.coversInData(place) || masks.covers("ce_" + place);
                    default -> false;
                };
    }
}
