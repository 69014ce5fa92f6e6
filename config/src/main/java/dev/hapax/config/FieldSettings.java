package dev.hapax.config;

/**
 * A name for a place in the content.
 *
 * @param at a JSON pointer ({@code /payment/amount}), or a name the format knows ({@code subject})
 */
public record FieldSettings(String at, Type type, boolean required) {

    public FieldSettings {
        Rules.of("fields")
                .require(Selector.isLegal(at), "at", at, Selector.RULE)
                .check();
    }

    /** What the value must be; a value of another type makes the message INVALID. */
    public enum Type {
        ANY,
        TEXT,
        NUMBER,
        FLAG
    }
}
