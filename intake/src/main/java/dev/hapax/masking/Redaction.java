package dev.hapax.masking;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Removes the masked values of a message from texts that may quote it: explanations, identities and notes. */
public final class Redaction {

    /** In characters, of all values together. Beyond it, texts are hidden as a whole. */
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

    public static Redaction none() {
        return new Redaction(Set.of(), false);
    }

    static Redaction of(Collection<String> values) {
        return new Redaction(values, false);
    }

    /** Hides every text, for a message whose fields are unknown. */
    static Redaction ofEverything() {
        return new Redaction(Set.of(), true);
    }

    public Redaction and(Redaction other) {
        Set<String> all = new LinkedHashSet<>(values);
        all.addAll(other.values);
        return new Redaction(all, everything || other.everything);
    }

    public boolean hidesEverything() {
        return everything;
    }

    public String of(String text) {
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
