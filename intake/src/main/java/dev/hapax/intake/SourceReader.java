package dev.hapax.intake;

import dev.hapax.config.FieldSettings;
import dev.hapax.config.LimitSettings;
import dev.hapax.config.SourceSettings;
import dev.hapax.domain.Arrival;
import dev.hapax.domain.Content;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Intake;
import dev.hapax.domain.Message;
import dev.hapax.domain.Outcome;
import dev.hapax.domain.Phase;
import dev.hapax.domain.Reason;
import dev.hapax.domain.Refusal;
import dev.hapax.domain.RefusedException;
import dev.hapax.domain.UnavailableException;
import dev.hapax.domain.Value;
import dev.hapax.intake.canonical.CanonicalBytes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the messages of one source: a pure function from what arrived to an arrival or a refusal. Safe for many threads. */
public final class SourceReader {

    private final SourceSettings source;
    private final LimitSettings limits;
    private final List<FieldCheck> checks;
    private final Identity identity;
    private final List<String> fingerprint;
    private final @Nullable EventTimeField eventTime;
    private final FormatReader reader;
    private final boolean readsWhole;
    private final Map<String, String> classifierPlaces = new HashMap<>();
    private final FormatReader classifierReader;
    /** Of what both of these read. */
    private final FormatReader wholeReader;
    /** Of the event time alone. */
    private final @Nullable FormatReader timeReader;

    private final ThreadLocal<CanonicalBytes> forms = ThreadLocal.withInitial(CanonicalBytes::new);

    private SourceReader(SourceSettings source, LimitSettings limits, Format format, Set<String> classifierFields) {
        FieldNames names = new FieldNames(source.fields());
        this.source = source;
        this.limits = limits;
        this.checks = source.fields().entrySet().stream()
                .map(field -> new FieldCheck(field.getKey(), field.getValue()))
                .filter(FieldCheck::demandsAnything)
                .toList();
        this.identity = new Identity(source, limits, names);
        this.fingerprint = names.placesOf(source.fingerprint());
        String time = source.eventTime();
        this.eventTime = time == null ? null : new EventTimeField(time, names.placeOf(time));
        this.readsWhole = fingerprint.isEmpty() || identity.needsDigest();
        classifierFields.forEach(name -> classifierPlaces.put(name, names.placeOf(name)));

        Set<String> places = new HashSet<>(identity.places());
        places.addAll(fingerprint);
        checks.forEach(check -> places.add(check.field().at()));
        if (eventTime != null) {
            places.add(eventTime.place());
        }
        ReadLimits readLimits = new ReadLimits(limits.maxDepth());
        this.timeReader = eventTime == null
                ? null
                : HeaderFields.reader(format, Set.of(eventTime.place()), readLimits, source.formatOptions());
        this.reader = HeaderFields.reader(format, places, readLimits, source.formatOptions());
        this.classifierReader =
                HeaderFields.reader(format, Set.copyOf(classifierPlaces.values()), readLimits, source.formatOptions());
        places.addAll(classifierPlaces.values());
        this.wholeReader = HeaderFields.reader(format, places, readLimits, source.formatOptions());
    }

    /**
     * @param classifierFields the names its classifier will ask for
     * @throws IllegalArgumentException when the settings ask for what the format cannot give
     */
    public static SourceReader of(
            SourceSettings source, LimitSettings limits, Formats formats, Set<String> classifierFields) {
        try {
            Format format = formats.named(source.format());
            source.fields().forEach((name, field) -> refuseImpossibleType(format, name, field));
            return new SourceReader(source, limits, format, classifierFields);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("source " + source.name() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Whatever the bytes, it does not fail. An arrival has its event time.
     *
     * @throws UnavailableException when the message cannot be read now
     */
    public Intake read(Message message, int generation, int attempts) {
        Known known = new Known();
        Refusal refusal;
        try {
            refuseTooLarge(message);
            Reading reading = readAll(message);
            FormatReader.Whole fields = reading.fields();
            boolean tombstone = fields.content().isTombstone();
            known.fingerprint = tombstone || fingerprint.isEmpty() ? fields.digest() : null;
            if (!tombstone) {
                checkFields(fields.content());
            }
            String name = identity.of(message, fields);
            known.identity = name;
            identity.checkKey(message, name);
            Fingerprint print = known.fingerprint == null ? hash(fields.content()) : known.fingerprint;
            Message timed = eventTime == null ? message : message.withTimestamp(eventTime.of(fields.content()));
            Arrival arrival = new Arrival(source.name(), timed, name, print, generation, attempts);
            return new Intake.Arrived(arrival, reading.shown());
        } catch (UnavailableException e) {
            throw e;
        } catch (RefusedException e) {
            refusal =
                    refusal(e.reason(), String.valueOf(e.getMessage()), e.getCause() == null ? e : e.getCause(), known);
        } catch (RuntimeException | StackOverflowError e) {
            refusal = refusal(Reason.INTERNAL, "format " + source.format() + " failed: " + e, e, known);
        }
        return new Outcome.Refused(message, refusal, generation, attempts + 1);
    }

    /**
     * The event time of a message, the same as {@link #read} finds, without the rest.
     *
     * @throws RefusedException when it has none; {@link #read} then refuses the message too
     * @throws UnavailableException when the message cannot be read now
     */
    public long eventTime(Message message) throws RefusedException {
        if (eventTime == null || timeReader == null) {
            return message.timestamp();
        }
        refuseTooLarge(message);
        try {
            return eventTime.of(timeReader.read(message));
        } catch (UnavailableException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError e) {
            throw new RefusedException(Reason.INTERNAL, "format " + source.format() + " failed: " + e, e);
        }
    }

    /**
     * What the classifier is shown, by the names it uses. Its text is fit to be written anywhere: lone surrogates are replaced.
     *
     * @throws RefusedException when the message cannot be read
     */
    public Content content(Message message) throws RefusedException {
        try {
            return shown(classifierReader.read(message));
        } catch (UnavailableException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError e) {
            throw new RefusedException(Reason.INTERNAL, "format " + source.format() + " failed: " + e, e);
        }
    }

    private Content shown(Content content) {
        return content.isTombstone() ? Content.TOMBSTONE : name -> shown(content, name);
    }

    private @Nullable Value shown(Content content, String name) {
        String place = classifierPlaces.get(name);
        Value value = place == null ? null : content.get(place);
        return value instanceof Value.Text text && LoneSurrogates.first(text.text(), 0) >= 0
                ? new Value.Text(LoneSurrogates.replaced(text.text()))
                : value;
    }

    private void refuseTooLarge(Message message) throws RefusedException {
        if (message.size() > limits.maxMessageBytes()) {
            throw new RefusedException(
                    Reason.TOO_LARGE,
                    "the message has " + message.size() + " bytes; limits.max-message-bytes allows "
                            + limits.maxMessageBytes());
        }
    }

    /** Reads what intake needs and what the classifier is shown in one go, where that goes well. */
    private Reading readAll(Message message) throws RefusedException {
        try {
            FormatReader.Whole fields = readFields(wholeReader, message);
            return new Reading(fields, shown(fields.content()));
        } catch (UnavailableException e) {
            throw e;
        } catch (RefusedException | RuntimeException | StackOverflowError e) {
            // What only the classifier asks for is no matter of intake: a copy must find this message with the guard.
            // Should it be a matter of intake after all, it is thrown again.
            return new Reading(readFields(reader, message), null);
        }
    }

    private FormatReader.Whole readFields(FormatReader from, Message message) throws RefusedException {
        if (readsWhole) {
            return from.readWhole(message);
        }
        // The digest is not asked for, so any will do; a tombstone's is its fingerprint.
        return new FormatReader.Whole(from.read(message), FormatReader.Whole.TOMBSTONE.digest());
    }

    private void checkFields(Content content) throws RefusedException {
        for (FieldCheck check : checks) {
            check.check(content);
        }
    }

    private Fingerprint hash(Content content) {
        CanonicalBytes form = forms.get();
        form.clear();
        for (String place : fingerprint) {
            form.value(content.get(place));
        }
        return form.hashSince(0);
    }

    private Refusal refusal(Reason reason, String explanation, Throwable cause, Known known) {
        return new Refusal(reason, Phase.INTAKE, explanation, cause, source.name(), known.identity, known.fingerprint);
    }

    private static void refuseImpossibleType(Format format, String name, FieldSettings field) {
        String problem = impossibleType(format, field);
        if (problem != null) {
            throw new IllegalArgumentException("field " + name + " cannot be of type " + field.type() + ": " + problem);
        }
    }

    /** Why a field cannot have the type it is configured with; null if it can. */
    public static @Nullable String impossibleType(Format format, FieldSettings field) {
        if (field.type() != FieldSettings.Type.NUMBER && field.type() != FieldSettings.Type.FLAG) {
            return null;
        }
        if (HeaderFields.isHeader(field.at())) {
            return "a header is text";
        }
        return format.textOnly() ? "everything in format " + format.name() + " is text" : null;
    }

    /** Why messages of a format cannot have a field at this place; null if they can. */
    public static @Nullable String impossiblePlace(Format format, String place, ReadLimits limits) {
        if (HeaderFields.isHeader(place)) {
            return null;
        }
        if (!format.mayHave(place)) {
            return "";
        }
        try {
            format.reader(Set.of(place), limits).close();
            return null;
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
    }

    public void open() {
        reader.open();
        classifierReader.open();
        wholeReader.open();
        if (timeReader != null) {
            timeReader.open();
        }
    }

    public void close() {
        reader.close();
        classifierReader.close();
        wholeReader.close();
        if (timeReader != null) {
            timeReader.close();
        }
    }

    /** The fields intake asked for, and those of the classifier; null if they could not be read. */
    private record Reading(
            FormatReader.Whole fields, @Nullable Content shown) {}

    /** What is known of a message by the time it is refused. */
    private static final class Known {
        private @Nullable String identity;
        private @Nullable Fingerprint fingerprint;
    }
}
