package dev.hapax.yaml;

import java.util.List;
import java.util.Map;

/** A piece of a YAML file that remembers its line. */
public sealed interface YamlNode {

    /** Of its key where it has one, so that an error points to the line a user would look for. */
    int line();

    /** In the words of an error message. */
    String kind();

    /** One value, as it was written, and what YAML takes it for. */
    record Scalar(int line, String text, Type type) implements YamlNode {
        @Override
        public String kind() {
            return switch (type) {
                case TEXT -> "text";
                case NUMBER -> "a number";
                case FLAG -> "true or false";
            };
        }
    }

    /** What YAML takes a single value for. */
    enum Type {
        TEXT,
        NUMBER,
        FLAG
    }

    /** A key without a value, or with an explicit null. */
    record Empty(int line) implements YamlNode {
        @Override
        public String kind() {
            return "nothing";
        }
    }

    record Sequence(int line, List<YamlNode> items) implements YamlNode {
        @Override
        public String kind() {
            return "a list";
        }
    }

    /** @param repeats the keys that were there already, which have no entry of their own */
    record Mapping(int line, Map<String, YamlNode> entries, List<Repeat> repeats) implements YamlNode {
        public static final Mapping NONE = new Mapping(0, Map.of());

        public Mapping(int line, Map<String, YamlNode> entries) {
            this(line, entries, List.of());
        }

        @Override
        public String kind() {
            return "a mapping";
        }
    }

    /** A key that occurs again in a mapping. */
    record Repeat(String key, int line, int firstLine) {}
}
