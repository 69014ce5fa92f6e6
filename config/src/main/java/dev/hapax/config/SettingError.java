package dev.hapax.config;

import org.jspecify.annotations.Nullable;

/**
 * One thing wrong with a configuration file.
 *
 * @param line 1 for the first; 0 when no line is to blame, as for a key that is missing altogether
 * @param column 0 when the whole line is meant
 * @param key such as {@code guard.ttl} or {@code sources[0].topic}; empty when the file cannot be read as YAML
 * @param value as the file has it, placeholders unresolved and secrets masked; null when there is none to show
 * @param rule what the value breaks, or what to do about it
 */
public record SettingError(
        String file,
        int line,
        int column,
        String key,
        @Nullable String value,
        String rule) {

    /** Where it is, in the form editors and terminals turn into a link. */
    public String place() {
        return file + (line > 0 ? ":" + line : "") + (column > 0 ? ":" + column : "");
    }

    @Override
    public String toString() {
        return place() + ": " + (key.isEmpty() ? "" : key + ": ") + (value == null ? "" : value + " ") + rule;
    }
}
