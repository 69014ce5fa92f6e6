package dev.hapax.intake.cloudevents;

import dev.hapax.domain.Content;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Reason;
import dev.hapax.domain.RefusedException;
import dev.hapax.domain.Value;
import dev.hapax.intake.FormatReader;
import dev.hapax.intake.canonical.CanonicalBytes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One CloudEvent.
 *
 * @param attributes extensions included, all as text: in binary mode they have no other type
 */
record CloudEvent(Map<String, String> attributes, Data data) implements Content {

    private static final String VERSION = "1.0";
    private static final List<String> REQUIRED = List.of("id", "source", "type");
    private static final Set<String> OF_THE_TRANSPORT = Set.of("traceparent", "tracestate");

    /** @throws RefusedException INVALID when it is not an event of a version that is known */
    void check() throws RefusedException {
        String version = attributes.get("specversion");
        if (!VERSION.equals(version)) {
            throw new RefusedException(
                    Reason.INVALID,
                    version == null
                            ? "not a CloudEvent: attribute specversion is missing"
                            : "CloudEvents specversion '" + version + "' is not known; " + VERSION + " is");
        }
        for (String name : REQUIRED) {
            String value = attributes.get(name);
            if (value == null || value.isEmpty()) {
                throw new RefusedException(
                        Reason.INVALID,
                        "CloudEvents attribute " + name + " is " + (value == null ? "missing" : "empty")
                                + "; every event needs one");
            }
        }
    }

    @Override
    public @Nullable Value get(String field) {
        String attribute = attributes.get(field);
        return attribute == null ? data.content().get(field) : new Value.Text(attribute);
    }

    Fingerprint digest() {
        CanonicalBytes form = new CanonicalBytes();
        form.openObject();
        attributes.forEach((name, value) -> {
            if (!OF_THE_TRANSPORT.contains(name)) {
                form.member();
                form.text(name);
                form.text(value);
            }
        });
        form.closeObject();
        data.writeTo(form);
        return form.hashSince(0);
    }

    /** What an event carries: JSON that can be looked into, bytes that cannot, or nothing. */
    sealed interface Data {

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
        record Json(Content content, @Nullable Fingerprint digest) implements Data {

            Json(FormatReader.Whole whole) {
                this(whole.content(), whole.digest());
            }

            @Override
            public void writeTo(CanonicalBytes form) {
                form.text(String.valueOf(digest));
            }
        }

        /** Anything that is not JSON. */
        record Opaque(byte[] bytes) implements Data {
            @Override
            public void writeTo(CanonicalBytes form) {
                form.bytes(bytes);
            }
        }

        /** No data at all. */
        record None() implements Data {
            @Override
            public void writeTo(CanonicalBytes form) {
                form.absent();
            }
        }
    }
}
