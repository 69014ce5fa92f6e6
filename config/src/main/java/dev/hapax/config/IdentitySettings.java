package dev.hapax.config;

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

    /** Text with fields in braces, such as {@code renewal:{/contract}:{/cycle}}. */
    record Template(String template) implements IdentitySettings {
        public Template {
            try {
                TemplateSyntax.parse(template);
            } catch (IllegalArgumentException e) {
                Rules.of("identity")
                        .require(false, "template", template, String.valueOf(e.getMessage()))
                        .check();
            }
        }

        /** A stretch of text, or the selector of a field. */
        public record Part(String text, boolean isField) {}

        public List<Part> parts() {
            return TemplateSyntax.parse(template);
        }

        @Override
        public List<String> fields() {
            return parts().stream().filter(Part::isField).map(Part::text).toList();
        }
    }
}
