package dev.hapax.domain;

import java.util.Locale;

/** How far a message had come when it was refused. */
public enum Phase {
    INTAKE,
    GUARD,
    CLASSIFY;

    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
