package dev.hapax.classify.rules;

import dev.hapax.domain.Value;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why a rule judged as it did, with the message's own words filled in for {@code {subject}}, or, where it has
 * no subject, the type for {@code {subject|type}}.
 */
record ReasonTemplate(String text) {

    static final int MAX_LENGTH = 300;

    private static final Pattern FIELD = Pattern.compile("\\{([^{}]*)}");

    Set<String> fields() {
        Set<String> fields = new LinkedHashSet<>();
        FIELD.matcher(text).results().forEach(found -> fields.addAll(names(found.group(1))));
        return fields;
    }

    /** Whether every brace belongs to a field. */
    boolean isWellFormed() {
        String rest = FIELD.matcher(text).replaceAll("");
        return rest.indexOf('{') < 0
                && rest.indexOf('}') < 0
                && fields().stream().noneMatch(String::isBlank);
    }

    String fill(Reading reading) {
        if (text.indexOf('{') < 0) {
            return clean(text, MAX_LENGTH);
        }
        Matcher matcher = FIELD.matcher(text);
        StringBuilder out = new StringBuilder();
        int from = 0;
        while (matcher.find() && out.length() <= MAX_LENGTH) {
            out.append(text, from, matcher.start());
            out.append(first(names(matcher.group(1)), reading));
            from = matcher.end();
        }
        return clean(out.append(text, from, text.length()).toString(), MAX_LENGTH);
    }

    private static String first(List<String> fields, Reading reading) {
        for (String field : fields) {
            Value value = reading.value(field);
            if (value != null) {
                return clean(value.display(), 2 * MAX_LENGTH);
            }
        }
        return "(no " + fields.get(0) + ")";
    }

    private static List<String> names(String written) {
        return Arrays.stream(written.split("\\|", -1)).map(String::strip).toList();
    }

    /** At most so many characters, on one line, with nothing in it that a terminal or a log would obey. */
    static String clean(String text, int limit) {
        StringBuilder out = new StringBuilder(Math.min(text.length(), limit) + 2);
        int i = 0;
        while (i < text.length() && out.length() < limit) {
            int codePoint = text.codePointAt(i);
            i += Character.charCount(codePoint);
            boolean blank = isUnsafe(codePoint) || Character.isWhitespace(codePoint);
            if (!blank) {
                out.appendCodePoint(codePoint);
            } else if (!out.isEmpty() && out.charAt(out.length() - 1) != ' ') {
                out.append(' ');
            }
        }
        if (i < text.length() || out.length() > limit) {
            int end = limit - 1;
            out.setLength(Character.isHighSurrogate(out.charAt(end - 1)) ? end - 1 : end);
            out.append('…');
        }
        return out.toString().strip();
    }

    private static boolean isUnsafe(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }
}
