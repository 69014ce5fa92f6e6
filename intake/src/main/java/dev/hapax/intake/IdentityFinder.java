package dev.hapax.intake;

import dev.hapax.config.IdentitySettings;
import dev.hapax.domain.Message;
import dev.hapax.domain.Reason;
import dev.hapax.domain.RefusedException;
import dev.hapax.domain.Value;
import dev.hapax.intake.canonical.CanonicalBytes;
import dev.hapax.intake.canonical.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Where a source's messages say which business action they stand for. */
sealed interface IdentityFinder {

    /**
     * The identity as the message has it, never empty.
     *
     * @throws RefusedException NO_IDENTITY when the message has none, INVALID when it cannot be one
     */
    String find(Message message, FormatReader.Whole reading) throws RefusedException;

    /** The fields it has to be given. */
    default List<String> places() {
        return List.of();
    }

    static IdentityFinder of(IdentitySettings settings, FieldNames names) {
        if (settings instanceof IdentitySettings.Header header) {
            return new InHeader(header.name(), "header " + header.name());
        } else if (settings instanceof IdentitySettings.Field field) {
            return new InField(names.placeOf(field.field()), "field " + field.field());
        } else if (settings instanceof IdentitySettings.ContentHash hash) {
            return hash.fields().isEmpty() ? new HashOfAll() : new HashOfFields(names.placesOf(hash.fields()));
        } else if (settings instanceof IdentitySettings.Template template) {
            return FromTemplate.of(template, names);
        }
        return new InRecordKey();
    }

    /**
     * The last header of that name.
     *
     * @param called what error messages call it
     */
    record InHeader(String name, String called) implements IdentityFinder {
        @Override
        public String find(Message message, FormatReader.Whole reading) throws RefusedException {
            return text(message.header(name), called);
        }
    }

    /** The record key. */
    record InRecordKey() implements IdentityFinder {
        @Override
        public String find(Message message, FormatReader.Whole reading) throws RefusedException {
            return text(message.key(), "the record key");
        }
    }

    /**
     * One field.
     *
     * @param called what error messages call it
     */
    record InField(String place, String called) implements IdentityFinder {
        @Override
        public String find(Message message, FormatReader.Whole reading) throws RefusedException {
            return text(reading.content().get(place), called);
        }

        @Override
        public List<String> places() {
            return List.of(place);
        }
    }

    /** The hash of some fields, in the order they are configured in. */
    record HashOfFields(List<String> places) implements IdentityFinder {
        @Override
        public String find(Message message, FormatReader.Whole reading) throws RefusedException {
            CanonicalBytes form = new CanonicalBytes();
            boolean any = false;
            for (String place : places) {
                Value value = reading.content().get(place);
                any |= value != null && !(value instanceof Value.Nothing);
                form.value(value);
            }
            if (!any) {
                throw new RefusedException(
                        Reason.NO_IDENTITY, "none of the fields to hash is there: " + String.join(", ", places));
            }
            return form.hashSince(0).toString();
        }
    }

    /** The hash of everything the message says. */
    record HashOfAll() implements IdentityFinder {
        @Override
        public String find(Message message, FormatReader.Whole reading) throws RefusedException {
            if (reading.content().isTombstone()) {
                throw new RefusedException(Reason.NO_IDENTITY, "a tombstone has no content to hash");
            }
            return reading.digest().toString();
        }
    }

    /** Fields set into a text. */
    record FromTemplate(List<Part> parts) implements IdentityFinder {

        /**
         * A stretch of text, or a field.
         *
         * @param text the text itself, or the field as it is configured
         * @param place where the field is found; null for text
         */
        record Part(String text, @Nullable String place) {}

        static FromTemplate of(IdentitySettings.Template template, FieldNames names) {
            return new FromTemplate(template.parts().stream()
                    .map(part -> new Part(part.text(), part.isField() ? names.placeOf(part.text()) : null))
                    .toList());
        }

        @Override
        public String find(Message message, FormatReader.Whole reading) throws RefusedException {
            StringBuilder identity = new StringBuilder();
            for (Part part : parts) {
                identity.append(
                        part.place() == null
                                ? part.text()
                                : text(reading.content().get(part.place()), "field " + part.text()));
            }
            return identity.toString();
        }

        @Override
        public List<String> places() {
            return parts.stream().map(Part::place).filter(Objects::nonNull).toList();
        }
    }

    private static String text(byte @Nullable [] bytes, String where) throws RefusedException {
        if (bytes == null || bytes.length == 0) {
            throw new RefusedException(Reason.NO_IDENTITY, where + " is " + (bytes == null ? "missing" : "empty"));
        }
        int flaw = Utf8.firstFlaw(bytes);
        if (flaw >= 0) {
            throw new RefusedException(Reason.INVALID, where + " cannot be an identity: " + Utf8.flaw(bytes, flaw));
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static String text(@Nullable Value value, String where) throws RefusedException {
        if (value == null || value instanceof Value.Nothing) {
            throw new RefusedException(Reason.NO_IDENTITY, where + " is " + (value == null ? "missing" : "null"));
        }
        if (value instanceof Value.Structure) {
            throw new RefusedException(
                    Reason.INVALID,
                    where + " is " + value.kind() + "; an identity is text, a number, or true or false");
        }
        String text = value.display();
        if (text.isEmpty()) {
            throw new RefusedException(Reason.NO_IDENTITY, where + " is empty");
        }
        return text;
    }
}
