package dev.hapax.app;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --as NAME}: who is on record for what a command changes. */
public final class ActorOption {

    static final String VARIABLE = "HAPAX_ACTOR";

    @Option(
            names = "--as",
            paramLabel = "NAME",
            description = "Who is on record for it (default: $" + VARIABLE + ", else the user name).")
    private @Nullable String name;

    public String actor() {
        String actor = name == null ? System.getenv(VARIABLE) : name;
        actor = actor == null || actor.isBlank() ? System.getProperty("user.name", "") : actor;
        if (actor.isBlank()) {
            throw new IllegalArgumentException("--as: who is on record for this? Give a name, or set " + VARIABLE);
        }
        return actor.strip();
    }
}
