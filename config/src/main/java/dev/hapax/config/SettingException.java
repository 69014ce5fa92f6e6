package dev.hapax.config;

import java.util.List;
import java.util.stream.Collectors;

/** Settings that cannot be: names the key, the value and the rule of each. */
public final class SettingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<Violation> violations;

    public SettingException(String key, Object value, String rule) {
        this(List.of(new Violation("", key, value, rule, List.of())));
    }

    SettingException(List<Violation> violations) {
        super(violations.stream().map(Violation::toString).collect(Collectors.joining("\n")));
        this.violations = List.copyOf(violations);
    }

    List<Violation> violations() {
        return violations;
    }

    /**
     * A rule that a value breaks.
     *
     * @param section where the key lives, as far as the record that checks it can know; empty for the top level
     * @param rule never contains a value of another setting: that one may be a secret
     * @param comparedWith the other keys of the same section the rule looked at
     */
    record Violation(String section, String key, Object value, String rule, List<String> comparedWith) {

        @Override
        public String toString() {
            return (section.isEmpty() ? key : section + "." + key) + ": " + display(value) + " " + rule;
        }

        private static String display(Object value) {
            return value instanceof java.time.Duration duration ? DurationText.format(duration) : String.valueOf(value);
        }
    }
}
