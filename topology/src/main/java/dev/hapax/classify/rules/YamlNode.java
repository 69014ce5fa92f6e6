package dev.hapax.classify.rules;

import java.util.List;

/** A piece of YAML that knows the line it stands on. */
sealed interface YamlNode {

    int line();

    /** What it is, in the words of an error message. */
    String kind();

    /** Keys with what stands under them, as written; a key may be there twice, which the reader of it reports. */
    record Mapping(int line, List<Entry> entries) implements YamlNode {
        @Override
        public String kind() {
            return "a mapping";
        }
    }

    record Entry(String key, int line, YamlNode value) {}

    record Sequence(int line, List<YamlNode> items) implements YamlNode {
        @Override
        public String kind() {
            return "a list";
        }
    }

    /** One value, as written and as YAML types it. */
    record Scalar(int line, String text, Type type) implements YamlNode {
        @Override
        public String kind() {
            return switch (type) {
                case TEXT -> "text";
                case NUMBER -> "a number";
                case FLAG -> "true or false";
                case NOTHING -> "nothing";
            };
        }
    }

    /** What YAML takes a plain value to be. */
    enum Type {
        TEXT,
        NUMBER,
        FLAG,
        NOTHING
    }
}
