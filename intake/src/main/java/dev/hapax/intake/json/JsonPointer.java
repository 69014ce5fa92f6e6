package dev.hapax.intake.json;

import java.util.ArrayList;
import java.util.List;

/** A place in a document (RFC 6901), as the names and positions that lead to it. */
record JsonPointer(List<String> steps) {

    /** A pointer begins with a slash or is empty, for the document itself; any other text names a top-level member. */
    static JsonPointer of(String field) {
        if (field.isEmpty()) {
            return new JsonPointer(List.of());
        }
        if (field.charAt(0) != '/') {
            return new JsonPointer(List.of(field));
        }
        List<String> steps = new ArrayList<>();
        int start = 1;
        for (int slash = field.indexOf('/', start); slash >= 0; slash = field.indexOf('/', start)) {
            steps.add(unescape(field, start, slash));
            start = slash + 1;
        }
        steps.add(unescape(field, start, field.length()));
        return new JsonPointer(List.copyOf(steps));
    }

    private static String unescape(String pointer, int start, int end) {
        StringBuilder step = new StringBuilder(end - start);
        for (int i = start; i < end; i++) {
            char c = pointer.charAt(i);
            if (c == '~') {
                i++;
                char code = i < end ? pointer.charAt(i) : ' ';
                if (code != '0' && code != '1') {
                    throw new IllegalArgumentException("'" + pointer
                            + "' is not a JSON pointer: write ~0 for a tilde and ~1 for a slash within a name");
                }
                c = code == '0' ? '~' : '/';
            }
            step.append(c);
        }
        return step.toString();
    }
}
