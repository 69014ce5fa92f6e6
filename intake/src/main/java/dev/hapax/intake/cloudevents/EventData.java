package dev.hapax.intake.cloudevents;

import dev.hapax.domain.Content;
import dev.hapax.domain.Fingerprint;
import dev.hapax.intake.FormatReader;
import dev.hapax.intake.canonical.CanonicalBytes;
import org.jspecify.annotations.Nullable;

/** What an event carries: JSON that can be looked into, bytes that cannot, or nothing. */
sealed interface EventData {

    /** What can be found in it. */
    default Content content() {
        return field -> null;
    }

    void writeTo(CanonicalBytes form);

    /**
     * JSON.
     *
     * @param digest null when nobody asks for the hash
     */
    record Json(Content content, @Nullable Fingerprint digest) implements EventData {

        Json(FormatReader.Whole whole) {
            this(whole.content(), whole.digest());
        }

        @Override
        public void writeTo(CanonicalBytes form) {
            form.text(String.valueOf(digest));
        }
    }

    /** Anything that is not JSON. */
    record Opaque(byte[] bytes) implements EventData {
        @Override
        public void writeTo(CanonicalBytes form) {
            form.bytes(bytes);
        }
    }

    /** No data at all. */
    record None() implements EventData {
        @Override
        public void writeTo(CanonicalBytes form) {
            form.absent();
        }
    }
}
