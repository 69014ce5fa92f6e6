package dev.hapax.config;

import java.util.List;
import java.util.Map;

/** A piece of a YAML file that remembers its line. */
sealed interface YamlNode {

    /** Of its key where it has one, so that an error points to the line a user would look for. */
    int line();

    /** In the words of an error message. */
    String kind();

    /** Text, number or flag, as it was written. */
    record Scalar(int line, String text) implements YamlNode {
        @Override
        public String kind() {
            return "a single value";
        }
    }

    /** A key without a value, which counts as not set. */
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

    record Mapping(int line, Map<String, YamlNode> entries) implements YamlNode {
        static final Mapping NONE = new Mapping(0, Map.of());

        @Override
        public String kind() {
            return "a mapping";
        }
    }
}
