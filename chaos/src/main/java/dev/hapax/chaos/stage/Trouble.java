package dev.hapax.chaos.stage;

import java.util.Set;
import java.util.regex.Pattern;

/** One kind of fault, and how it is brought about. */
public interface Trouble {

    /** Found in nothing. */
    Pattern NEVER = Pattern.compile("(?!)");

    /** The faults that must have taken place at least once; without them a run has shown nothing. */
    Set<String> faults();

    /** How many instances run when it begins. */
    default int instances() {
        return 2;
    }

    /** With which last words an instance may give up, to be started again by whoever watches over it; none as a rule. */
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
