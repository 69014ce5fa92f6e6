package dev.hapax.intake;

import dev.hapax.config.FieldSettings;
import dev.hapax.domain.Content;
import dev.hapax.domain.Reason;
import dev.hapax.domain.RefusedException;
import dev.hapax.domain.Value;
import org.jspecify.annotations.Nullable;

/** What a source demands of one field: that it is there, and of which type. */
record FieldCheck(String name, FieldSettings field) {

    /** Whether it can ever refuse a message. */
    boolean demandsAnything() {
        return field.required() || field.type() != FieldSettings.Type.ANY;
    }

    void check(Content content) throws RefusedException {
        Value value = content.get(field.at());
        if (value == null || value instanceof Value.Nothing) {
            if (field.required()) {
                throw invalid(value);
            }
        } else if (!accepts(value)) {
            throw invalid(value);
        }
    }

    private boolean accepts(Value value) {
        return switch (field.type()) {
            case ANY -> true;
            case TEXT -> value instanceof Value.Text;
            case NUMBER -> value instanceof Value.Amount;
            case FLAG -> value instanceof Value.Flag;
        };
    }

    private RefusedException invalid(@Nullable Value value) {
        String place = name.equals(field.at()) ? name : name + " (" + field.at() + ")";
        return new RefusedException(
                Reason.INVALID,
                "field " + place + " is " + (value == null ? "missing" : value.kind()) + "; required is " + demanded());
    }

    private String demanded() {
        return switch (field.type()) {
            case ANY -> "any value";
            case TEXT -> "text";
            case NUMBER -> "a number";
            case FLAG -> "true or false";
        };
    }
}
