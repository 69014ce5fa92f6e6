package dev.hapax.admin.work;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Strikes out of texts what the masked fields of one message say: explanations, identities and notes may quote it. */
final class Redaction {

    /** In characters, of all values together. Where fields say more, nothing is shown that may quote them. */
    static final int MOST_SAID = 256 * 1024;

    private final Set<String> values;
    private final boolean everything;
    private @Nullable ValueSearch search;

    private Redaction(Collection<String> values, boolean everything) {
        Set<String> distinct = new LinkedHashSet<>();
        values.stream().filter(value -> !value.isBlank()).forEach(distinct::add);
        boolean tooMuch = distinct.stream().mapToLong(String::length).sum() > MOST_SAID;
        this.values = tooMuch ? Set.of() : distinct;
        this.everything = everything || tooMuch;
    }

    static Redaction none() {
        return new Redaction(Set.of(), false);
    }

    static Redaction of(Collection<String> values) {
        return new Redaction(values, false);
    }

    /** Where it is not known which part of a message is masked, no text that may quote it is shown. */
    static Redaction ofEverything() {
        return new Redaction(Set.of(), true);
    }

    Redaction and(Redaction other) {
        Set<String> all = new LinkedHashSet<>(values);
        all.addAll(other.values);
        return new Redaction(all, everything || other.everything);
    }

    boolean hidesEverything() {
        return everything;
    }

    String of(String text) {
        if (everything) {
            return text.isEmpty() ? text : Masking.HIDDEN;
        }
        if (values.isEmpty()) {
            return text;
        }
        ValueSearch found = search;
        if (found == null) {
            found = new ValueSearch(values);
            search = found;
        }
        return found.replaceIn(text, Masking.MASKED);
    }
}
