package dev.hapax.app;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --as NAME}: who is recorded with the changes of a command. */
public final class ActorOption {

    static final String VARIABLE = "HAPAX_ACTOR";

    @Option(
            names = "--as",
            paramLabel = "NAME",
            description = "The name recorded with the change (default: $" + VARIABLE + ", else the user name).")
    private @Nullable String name;

    public String actor() {
        String actor = name == null ? System.getenv(VARIABLE) : name;
        actor = actor == null || actor.isBlank() ? System.getProperty("user.name", "") : actor;
        if (actor.isBlank()) {
            throw new IllegalArgumentException(
                    "--as: there is no user name to record. Add --as NAME or set " + VARIABLE + ".");
        }
        return actor.strip();
    }
}
