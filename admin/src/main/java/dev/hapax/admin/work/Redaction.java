package dev.hapax.admin.work;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Strikes out of texts what the masked fields of one message say: explanations, identities and notes may quote it. */
final class Redaction {

    /** Of a longer value, so much of its beginning is enough to be struck out: quotes may be cut. */
    private static final int TELLING = 6;
    /** A shorter value is struck out only where it stands alone, or no text could be read any more. */
    private static final int LONG_ENOUGH = 4;

    private final List<String> values;
    private final boolean everything;

    private Redaction(Collection<String> values, boolean everything) {
        Set<String> distinct = new LinkedHashSet<>();
        values.stream()
                .filter(value -> !value.isBlank())
                .map(value -> value.toLowerCase(Locale.ROOT))
                .forEach(distinct::add);
        this.values = new ArrayList<>(distinct);
        this.values.sort(Comparator.comparingInt(String::length).reversed());
        this.everything = everything;
    }

    static Redaction none() {
        return new Redaction(List.of(), false);
    }

    static Redaction of(Collection<String> values) {
        return new Redaction(values, false);
    }

    /** Where it is not known which part of a message is masked, no text that may quote it is shown. */
    static Redaction ofEverything() {
        return new Redaction(List.of(), true);
    }

    Redaction and(Redaction other) {
        List<String> all = new ArrayList<>(values);
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
        String redacted = text;
        for (String value : values) {
            redacted = strike(redacted, value);
        }
        return redacted;
    }

    private static String strike(String text, String value) {
        // Letters whose other case has another length would shift what is found; those are compared as they are.
        String folded = text.toLowerCase(Locale.ROOT);
        String searched = folded.length() == text.length() ? folded : text;
        String begin = value.substring(0, Math.min(TELLING, value.length()));
        StringBuilder struck = new StringBuilder();
        int done = 0;
        for (int at = searched.indexOf(begin); at >= 0; at = searched.indexOf(begin, at)) {
            int end = at + begin.length();
            while (end < searched.length()
                    && end - at < value.length()
                    && searched.charAt(end) == value.charAt(end - at)) {
                end++;
            }
            if (value.length() >= LONG_ENOUGH || standsAlone(searched, at, end)) {
                struck.append(text, done, at).append(Masking.MASKED);
                done = end;
            }
            at = end;
        }
        return done == 0 ? text : struck.append(text, done, text.length()).toString();
    }

    private static boolean standsAlone(String text, int from, int to) {
        return (from == 0 || !Character.isLetterOrDigit(text.charAt(from - 1)))
                && (to == text.length() || !Character.isLetterOrDigit(text.charAt(to)));
    }
}
