package dev.hapax.rendering;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.MustacheException;
import com.samskivert.mustache.Template;
import java.io.Reader;
import java.io.Writer;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A Mustache template of variables and conditions. It has no partials, no loops and no access to Java objects, its output is
 * bounded, and a variable without a value is an error. Compiled and checked once; safe for many threads.
 */
public final class TextTemplate {

    private static final int LONGEST = 64 * 1024;
    private static final int DEEPEST = 8;
    private static final int LONGEST_NAME = 200;
    private static final Pattern TAG = Pattern.compile("\\{\\{([^{}]*)}}");

    private final String written;
    private final Template compiled;
    private final Set<String> names;
    private final Set<String> required;

    private TextTemplate(String written, Template compiled, Set<String> names, Set<String> required) {
        this.written = written;
        this.compiled = compiled;
        this.names = Set.copyOf(names);
        this.required = Set.copyOf(required);
    }

    /** @throws IllegalArgumentException with what is wrong, and the remedy */
    public static TextTemplate parse(String text, Escaping escaping) {
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException("has " + text.length() + " characters; use at most " + LONGEST);
        }
        Set<String> names = new LinkedHashSet<>();
        Set<String> required = new LinkedHashSet<>();
        check(text, names, required);
        try {
            return new TextTemplate(text, compiler(escaping).compile(text), names, required);
        } catch (MustacheException e) {
            throw new IllegalArgumentException(
                    "is no Mustache template: " + e.getMessage() + "; close each {{#name}} with {{/name}}", e);
        }
    }

    private static Mustache.Compiler compiler(Escaping escaping) {
        return Mustache.compiler()
                .withEscaper(escaping.escaper())
                .withCollector(new Values())
                .withFormatter(TextTemplate::format)
                .withLoader(TextTemplate::noPartials);
    }

    private static CharSequence format(Object value) {
        if (value instanceof TemplateValues.Unprintable unprintable) {
            throw new Unrenderable("is " + unprintable.kind() + ", and a template can only insert single values");
        }
        return value.toString();
    }

    private static Reader noPartials(String name) {
        throw new IllegalArgumentException("partials are not supported: {{>" + name + "}}");
    }

    /** The library takes a tag that is not closed for text, and allows more than is safe here. */
    private static void check(String text, Set<String> names, Set<String> required) {
        int depth = 0;
        if (text.contains("{{{")) {
            throw new IllegalArgumentException(
                    "has three braces in a row, which would insert a value as it is; write {{name}}");
        }
        Matcher tag = TAG.matcher(text);
        StringBuilder rest = new StringBuilder();
        while (tag.find()) {
            tag.appendReplacement(rest, " ");
            String inside = tag.group(1).strip();
            char kind = inside.isEmpty() ? ' ' : inside.charAt(0);
            if (kind == '!') {
                continue;
            }
            if (kind == '#' || kind == '^') {
                depth++;
                names.add(name(inside.substring(1).strip()));
            } else if (kind == '/') {
                depth--;
            } else if ("&>=<$".indexOf(kind) >= 0) {
                throw new IllegalArgumentException("{{" + inside
                        + "}} is not supported; use {{name}}, {{#name}}…{{/name}} and {{^name}}…{{/name}}");
            } else {
                String name = name(inside);
                names.add(name);
                if (depth == 0) {
                    required.add(name);
                }
            }
            if (depth > DEEPEST) {
                throw new IllegalArgumentException("has more than " + DEEPEST + " conditions within each other");
            }
        }
        tag.appendTail(rest);
        int open = rest.indexOf("{{");
        if (open >= 0) {
            String from = rest.substring(open, Math.min(rest.length(), open + 30));
            throw new IllegalArgumentException(
                    "has a tag that is not closed at '" + from.replaceAll("\\s+", " ") + "'; write {{name}}");
        }
    }

    private static String name(String name) {
        if (name.isEmpty() || name.equals(".") || name.equals("this") || name.startsWith("-")) {
            throw new IllegalArgumentException("{{" + name + "}} is no field; write {{subject}}");
        }
        if (name.length() > LONGEST_NAME || name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    "has a name with a line break, or of more than " + LONGEST_NAME + " characters");
        }
        if (name.startsWith(TemplateValues.OWN) && !MessageValues.ownNames().contains(name)) {
            throw new IllegalArgumentException("{{" + name + "}} is unknown; use a field of the message, or one of "
                    + String.join(", ", new TreeSet<>(MessageValues.ownNames())));
        }
        return name;
    }

    /** As the author wrote it. */
    public String written() {
        return written;
    }

    /** Whether every message gets the same. */
    public boolean isConstant() {
        return names.isEmpty();
    }

    /** The names that it can ask for, as they are written. */
    Set<String> names() {
        return names;
    }

    /** The names without which it cannot be rendered, whatever the others are. */
    Set<String> required() {
        return required;
    }

    /** The fields of the message that it can ask for. */
    Set<String> fields() {
        return fields(names);
    }

    /** The fields without which it cannot be rendered, whatever the others are. */
    Set<String> requiredFields() {
        return fields(required);
    }

    private static Set<String> fields(Set<String> names) {
        Set<String> fields = new LinkedHashSet<>();
        names.stream()
                .filter(name -> !name.startsWith(TemplateValues.OWN))
                .forEach(name -> fields.add(TemplateValues.field(name)));
        return fields;
    }

    /** @param largest how many characters it may become */
    String render(TemplateValues values, int largest) throws RenderException {
        Bounded out = new Bounded(largest);
        try {
            compiled.execute(values, out);
            return out.text.toString();
        } catch (MustacheException.Context e) {
            throw new RenderException("{{" + e.key + "}} has no value");
        } catch (MustacheException e) {
            throw new RenderException(String.valueOf(e.getMessage()));
        } catch (Unrenderable e) {
            throw new RenderException("a value " + e.getMessage());
        }
    }

    /** Why a template cannot be rendered; passes through the library. */
    private static final class Unrenderable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Unrenderable(String message) {
            super(message, null, false, false);
        }
    }

    /** Asks {@link TemplateValues} and nothing else. */
    private static final class Values implements Mustache.Collector {
        @Override
        public @Nullable Iterator<?> toIterator(Object value) {
            // The library asks for an empty list where a section has no value. An empty text does not hold either.
            boolean holdsNot = value instanceof Collection<?> || "".equals(value);
            return holdsNot ? Collections.emptyIterator() : null;
        }

        @Override
        public Mustache.@Nullable VariableFetcher createFetcher(Object context, String name) {
            return context instanceof TemplateValues ? Values::fetch : null;
        }

        private static Object fetch(Object context, String name) {
            Object value = ((TemplateValues) context).get(name);
            return value == null ? Template.NO_FETCHER_FOUND : value;
        }

        @Override
        public <K, V> Map<K, V> createFetcherCache() {
            return new ConcurrentHashMap<>();
        }
    }

    /** A text that does not get longer than it may. */
    private static final class Bounded extends Writer {
        private final StringBuilder text = new StringBuilder();
        private final int largest;

        Bounded(int largest) {
            this.largest = largest;
        }

        @Override
        public void write(char[] buffer, int offset, int length) {
            if (text.length() + length > largest) {
                throw new Unrenderable("makes the text longer than " + largest + " characters");
            }
            text.append(buffer, offset, length);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
