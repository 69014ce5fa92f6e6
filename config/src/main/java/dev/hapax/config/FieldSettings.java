package dev.hapax.config;

/**
 * A name for a place in the content.
 *
 * @param at a JSON pointer ({@code /payment/amount}), or a name the format knows ({@code subject})
 */
public record FieldSettings(String at, Type type, boolean required) {

    /** What the value must be; a value of another type makes the message INVALID. */
    public enum Type {
        ANY,
        TEXT,
        NUMBER,
        FLAG
    }
}
