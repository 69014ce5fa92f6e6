package dev.hapax.config;

import java.util.List;

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
