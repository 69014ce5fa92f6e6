package dev.hapax.config;

import java.util.ArrayList;
import java.util.List;

/** Where the identity of a message is found. */
public sealed interface IdentitySettings {

    /** The selectors of the fields it is made of. */
    List<String> fields();

    /** The value of a record header. */
    record Header(String name) implements IdentitySettings {
        public Header {
            Rules.of("identity")
                    .require(!name.isBlank(), "header", name, "must be the name of a record header")
                    .check();
        }

        @Override
        public List<String> fields() {
            return List.of();
        }
    }

    /** The value of one field. */
    record Field(String field) implements IdentitySettings {
        public Field {
            Rules.of("identity")
                    .require(Selector.isLegal(field), "field", field, Selector.RULE)
                    .check();
        }

        @Override
        public List<String> fields() {
            return List.of(field);
        }
    }

    /** The record key, as text. */
    record RecordKey() implements IdentitySettings {
        @Override
        public List<String> fields() {
            return List.of();
        }
    }

    /** A hash of chosen fields, whatever their order or white space; of the whole content when none is chosen. */
    record ContentHash(List<String> fields) implements IdentitySettings {
        public ContentHash {
            fields = List.copyOf(fields);
            Rules.of("identity")
                    .require(
                            fields.stream().allMatch(Selector::isLegal),
                            "content-hash",
                            fields,
                            "each field " + Selector.RULE)
                    .check();
        }
    }

    /** Text with fields in braces, such as {@code renewal:{/contract}:{/cycle}}. A doubled brace stands for itself. */
    record Template(String template) implements IdentitySettings {
        public Template {
            try {
                parse(template);
            } catch (IllegalArgumentException e) {
                Rules.of("identity")
                        .require(false, "template", template, String.valueOf(e.getMessage()))
                        .check();
            }
        }

        /** A stretch of text, or the selector of a field. */
        public record Part(String text, boolean isField) {}

        public List<Part> parts() {
            return parse(template);
        }

        @Override
        public List<String> fields() {
            return parts().stream().filter(Part::isField).map(Part::text).toList();
        }

        /** @throws IllegalArgumentException whose message is the rule, without the template */
        private static List<Part> parse(String template) {
            List<Part> parts = new ArrayList<>();
            StringBuilder text = new StringBuilder();
            int at = 0;
            while (at < template.length()) {
                char next = template.charAt(at);
                if (next != '{' && next != '}') {
                    text.append(next);
                    at++;
                } else if (template.startsWith(next == '{' ? "{{" : "}}", at)) {
                    text.append(next);
                    at += 2;
                } else if (next == '{') {
                    addText(parts, text);
                    String field = fieldAfter(template, at);
                    parts.add(new Part(field, true));
                    at += field.length() + 2;
                } else {
                    throw new IllegalArgumentException(
                            "has a } without a { before it, at character " + (at + 1) + "; write }} for a plain }");
                }
            }
            addText(parts, text);
            if (parts.stream().noneMatch(Part::isField)) {
                // Every message would have the same identity, and all but the first would be duplicates.
                throw new IllegalArgumentException(
                        "must have at least one field in braces, such as renewal:{/contract}");
            }
            return List.copyOf(parts);
        }

        private static String fieldAfter(String template, int open) {
            int close = template.indexOf('}', open);
            if (close < 0) {
                throw new IllegalArgumentException(
                        "has a { without a } after it, at character " + (open + 1) + "; write {{ for a plain {");
            }
            String field = template.substring(open + 1, close);
            if (!Selector.isLegal(field)) {
                throw new IllegalArgumentException(
                        "has a field after character " + (open + 1) + " that is none: it " + Selector.RULE);
            }
            return field;
        }

        private static void addText(List<Part> parts, StringBuilder text) {
            if (text.length() > 0) {
                parts.add(new Part(text.toString(), false));
                text.setLength(0);
            }
        }
    }
}
