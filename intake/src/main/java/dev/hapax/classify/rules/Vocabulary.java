package dev.hapax.classify.rules;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The keywords of a rule set and the fields they are looked for in, each numbered once. Filled while a file is read. */
final class Vocabulary {

    private record Form(String text, boolean openStart, boolean openEnd) {}

    private final Map<Form, Keyword> keywords = new LinkedHashMap<>();
    private final Map<String, Integer> fields = new LinkedHashMap<>();

    /** @throws IllegalArgumentException with what is wrong with it, in words */
    Keyword keyword(String written) {
        String text = written.strip();
        boolean openStart = text.startsWith("*");
        boolean openEnd = text.length() > 1 && text.endsWith("*");
        String folded = Fold.fold(text.substring(openStart ? 1 : 0, text.length() - (openEnd ? 1 : 0)));
        if (folded.isEmpty()) {
            throw new IllegalArgumentException("the keyword '" + written + "' is empty; write a word or remove it");
        }
        if (folded.length() > Keyword.MAX_LENGTH) {
            throw new IllegalArgumentException("the keyword '%s…' has %d characters; use at most %d"
                    .formatted(folded.substring(0, 20), folded.length(), Keyword.MAX_LENGTH));
        }
        return keyword(new Form(folded, openStart, openEnd));
    }

    /** A folded text, anywhere in a word. */
    Keyword piece(String folded) {
        return keyword(new Form(folded, true, true));
    }

    private Keyword keyword(Form form) {
        return keywords.computeIfAbsent(form, f -> new Keyword(keywords.size(), f.text(), f.openStart(), f.openEnd()));
    }

    /** The number of a field that keywords are looked for in. */
    int field(String name) {
        return fields.computeIfAbsent(name, n -> fields.size());
    }

    List<Keyword> keywords() {
        return List.copyOf(keywords.values());
    }

    /** In order of their numbers. */
    List<String> fields() {
        return new ArrayList<>(fields.keySet());
    }
}
