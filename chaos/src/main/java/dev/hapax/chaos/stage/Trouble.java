package dev.hapax.chaos.stage;

import java.util.Set;
import java.util.regex.Pattern;

/** A kind of fault, and how to inject it. */
public interface Trouble {

    /** Matches nothing. */
    Pattern NEVER = Pattern.compile("(?!)");

    /** The faults that must occur at least once; without them a run shows nothing. */
    Set<String> faults();

    /** How many instances run when it begins. */
    default int instances() {
        return 2;
    }

    /** The log lines with which an instance may stop by itself; none by default. It is started again. */
    default Pattern mayEndWith() {
        return NEVER;
    }

    /** Prepares the ground, before any instance runs. */
    default void prepare(Stage stage) throws Exception {}

    /** One round of faults, some of it by chance; afterwards all can go on. Called until the time is over. */
    void strike(Stage stage) throws Exception;

    /** Undoes what may still be in the way. */
    default void heal(Stage stage) throws Exception {}
}
