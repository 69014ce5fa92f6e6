package dev.hapax.intake;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Text with fields in braces; a doubled brace stands for itself. */
record IdentityTemplate(List<Part> parts) {

    /**
     * A stretch of text, or a field.
     *
     * @param text the text itself, or the field as it is configured
     * @param place where the field is found; null for text
     */
    record Part(String text, @Nullable String place) {}

    /** @throws IllegalArgumentException when braces do not match or there is no field at all */
    static IdentityTemplate parse(String template, FieldNames names) {
        List<Part> parts = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < template.length(); i++) {
            char c = template.charAt(i);
            if (c != '{' && c != '}') {
                text.append(c);
            } else if (i + 1 < template.length() && template.charAt(i + 1) == c) {
                text.append(c);
                i++;
            } else {
                int end = c == '{' ? template.indexOf('}', i) : -1;
                if (end <= i + 1) {
                    throw new IllegalArgumentException("identity template '" + template
                            + "': write a field as {/pointer} or {name}, and a brace itself twice");
                }
                addText(parts, text);
                String field = template.substring(i + 1, end);
                parts.add(new Part(field, names.placeOf(field)));
                i = end;
            }
        }
        addText(parts, text);
        IdentityTemplate parsed = new IdentityTemplate(List.copyOf(parts));
        if (parsed.places().isEmpty()) {
            throw new IllegalArgumentException(
                    "identity template '" + template + "' has no field, so every message would have the same identity");
        }
        return parsed;
    }

    List<String> places() {
        return parts.stream().map(Part::place).filter(Objects::nonNull).toList();
    }

    private static void addText(List<Part> parts, StringBuilder text) {
        if (text.length() > 0) {
            parts.add(new Part(text.toString(), null));
            text.setLength(0);
        }
    }
}
