package dev.hapax.intake;

import dev.hapax.config.FieldSettings;
import dev.hapax.config.IdentitySettings;
import dev.hapax.config.LimitSettings;
import dev.hapax.config.SourceSettings;
import dev.hapax.domain.Arrival;
import dev.hapax.domain.Content;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Header;
import dev.hapax.domain.Intake;
import dev.hapax.domain.Message;
import dev.hapax.domain.Outcome;
import dev.hapax.domain.Refusal;
import dev.hapax.domain.RefusedException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A source as a test describes it, and messages that arrive by it. */
final class GivenSource {

    static final LimitSettings LIMITS = new LimitSettings(1_000_000, 64, 200, Duration.ofMinutes(5));
    static final Coordinates AT = new Coordinates("messages", 3, 42);

    private final String format;
    private final IdentitySettings identity;
    private final Map<String, FieldSettings> fields = new LinkedHashMap<>();
    private String namespace = "";
    private boolean keyedByIdentity;
    private SourceSettings.MissingIdentity onMissing = SourceSettings.MissingIdentity.QUARANTINE;
    private List<String> fingerprint = List.of();
    private @Nullable String eventTime;
    private Set<String> classifierFields = Set.of();
    private Formats formats = Formats.load();

    private GivenSource(String format, IdentitySettings identity) {
        this.format = format;
        this.identity = identity;
    }

    static GivenSource json(String identityField) {
        return json(new IdentitySettings.Field(identityField));
    }

    static GivenSource json(IdentitySettings identity) {
        return of("json", identity);
    }

    static GivenSource of(String format, IdentitySettings identity) {
        return new GivenSource(format, identity);
    }

    GivenSource withField(String name, String at, FieldSettings.Type type, boolean required) {
        fields.put(name, new FieldSettings(at, type, required));
        return this;
    }

    GivenSource withNamespace(String name) {
        namespace = name;
        return this;
    }

    GivenSource keyedByIdentity() {
        keyedByIdentity = true;
        return this;
    }

    GivenSource admittingTheUnidentified() {
        onMissing = SourceSettings.MissingIdentity.ADMIT;
        return this;
    }

    GivenSource withFingerprint(String... names) {
        fingerprint = List.of(names);
        return this;
    }

    GivenSource withEventTime(String field) {
        eventTime = field;
        return this;
    }

    GivenSource classifiedBy(String... names) {
        classifierFields = Set.of(names);
        return this;
    }

    GivenSource withFormats(Format... more) {
        formats = new Formats(List.of(more));
        return this;
    }

    SourceReader reader() {
        SourceSettings settings = new SourceSettings(
                "billing",
                "messages",
                format,
                keyedByIdentity,
                namespace,
                identity,
                onMissing,
                fingerprint,
                fields,
                eventTime,
                Duration.ofHours(1),
                "rules",
                Map.of(),
                null,
                false);
        return SourceReader.of(settings, LIMITS, formats, classifierFields);
    }

    Arrival arrives(String value) {
        return arrives(message(value));
    }

    Arrival arrives(Message message) {
        if (reader().read(message, 0, 0) instanceof Intake.Arrived arrived) {
            return arrived.arrival();
        }
        throw new AssertionError("refused: " + refuses(message));
    }

    Refusal refuses(String value) {
        return refuses(message(value));
    }

    Refusal refuses(Message message) {
        if (reader().read(message, 0, 0) instanceof Outcome.Refused refused) {
            return refused.refusal();
        }
        throw new AssertionError("arrived: " + arrives(message));
    }

    Content shows(String value) {
        return shows(message(value));
    }

    Content shows(Message message) {
        try {
            return reader().content(message);
        } catch (RefusedException e) {
            throw new AssertionError(e);
        }
    }

    static Message message(String value, String... headers) {
        return message(bytes(value), headers);
    }

    /** @param headers names and values in turn */
    static Message message(byte @Nullable [] value, String... headers) {
        List<Header> list = new ArrayList<>();
        for (int i = 0; i < headers.length; i += 2) {
            list.add(new Header(headers[i], bytes(headers[i + 1])));
        }
        return new Message(AT, 1_000, null, value, list);
    }

    static Message keyed(byte @Nullable [] key, byte @Nullable [] value) {
        return new Message(AT, 1_000, key, value, List.of());
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
