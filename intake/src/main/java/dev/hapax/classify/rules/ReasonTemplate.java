package dev.hapax.classify.rules;

import dev.hapax.domain.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why a rule judged as it did, with the message's own words filled in for {@code {subject}}, or, where it has
 * no subject, the type for {@code {subject|type}}.
 *
 * @param parts the parts of {@code text}
 */
record ReasonTemplate(String text, List<Part> parts) {

    /**
     * A field and the text in front of it.
     *
     * @param names where to look, the first that the message has
     * @param absent the text if the message has none of them
     * @param end where the text goes on
     */
    record Part(String before, List<String> names, String absent, int end) {}

    static final int MAX_LENGTH = 300;
    /** Replaces quotes of a message where they must not be shown. */
    static final String UNSAID = "***";

    private static final Pattern FIELD = Pattern.compile("\\{([^{}]*)}");

    ReasonTemplate(String text) {
        this(text, parse(text));
    }

    private static List<Part> parse(String text) {
        List<Part> parts = new ArrayList<>();
        int from = 0;
        Matcher matcher = FIELD.matcher(text);
        while (matcher.find()) {
            List<String> names = names(matcher.group(1));
            parts.add(
                    new Part(text.substring(from, matcher.start()), names, "(no " + names.get(0) + ")", matcher.end()));
            from = matcher.end();
        }
        return List.copyOf(parts);
    }

    Set<String> fields() {
        Set<String> fields = new LinkedHashSet<>();
        parts.forEach(part -> fields.addAll(part.names()));
        return fields;
    }

    /** Whether every brace belongs to a field. */
    boolean isWellFormed() {
        String rest = FIELD.matcher(text).replaceAll("");
        return rest.indexOf('{') < 0
                && rest.indexOf('}') < 0
                && fields().stream().noneMatch(String::isBlank);
    }

    String fill(MessageView reading) {
        if (parts.isEmpty()) {
            return clean(text, MAX_LENGTH);
        }
        StringBuilder out = new StringBuilder(120);
        int from = 0;
        for (int i = 0; i < parts.size() && out.length() <= MAX_LENGTH; i++) {
            Part part = parts.get(i);
            out.append(part.before()).append(filled(part, reading));
            from = part.end();
        }
        return clean(out.append(text, from, text.length()).toString(), MAX_LENGTH);
    }

    /** The words of the rule alone. */
    String withoutQuotes() {
        return clean(FIELD.matcher(text).replaceAll(UNSAID), MAX_LENGTH);
    }

    private static String filled(Part part, MessageView reading) {
        for (String name : part.names()) {
            Value value = reading.value(name);
            if (value != null) {
                return clean(value.display(), 2 * MAX_LENGTH);
            }
        }
        return part.absent();
    }

    private static List<String> names(String written) {
        return Arrays.stream(written.split("\\|", -1)).map(String::strip).toList();
    }

    /** At most that many characters, on one line, without control characters. */
    static String clean(String text, int limit) {
        if (text.length() <= limit && isClean(text)) {
            return text;
        }
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

    /** Whether it is all ASCII, with nothing in it but single blanks between words; as most texts are. */
    private static boolean isClean(String text) {
        char last = ' ';
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || (c == ' ' && last == ' ')) {
                return false;
            }
            last = c;
        }
        return text.isEmpty() || last != ' ';
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
