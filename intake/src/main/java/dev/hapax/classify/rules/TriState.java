package dev.hapax.classify.rules;

/**
 * Whether something holds for a message: yes, no, or undecided. They combine so that the order in which
 * parts are looked at never matters: one no settles an "all", one yes settles an "any", whatever else is undecided.
 */
sealed interface TriState {

    TriState YES = new Settled(true);
    TriState NO = new Settled(false);

    static TriState of(boolean holds) {
        return holds ? YES : NO;
    }

    /** A plain yes or no. */
    record Settled(boolean holds) implements TriState {}

    /** Neither: the message has something that cannot be compared. */
    record Undecided(String explanation) implements TriState {}
}
