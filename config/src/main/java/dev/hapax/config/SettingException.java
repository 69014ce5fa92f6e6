package dev.hapax.config;

/** A setting that cannot be: names the key, the value and the rule. */
public final class SettingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public SettingException(String key, Object value, String rule) {
        super(key + ": " + value + " " + rule);
    }
}
