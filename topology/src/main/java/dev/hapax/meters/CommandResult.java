package dev.hapax.meters;

import java.util.Locale;

/** How an operator's command was answered. */
public enum CommandResult {
    FORGOTTEN,
    REFUSED;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
