package dev.hapax.domain;

/**
 * How far the commands of operators have been executed. It is kept with the guard's entries: when offsets are rewound, a
 * command read again would make the guard forget what has been admitted since.
 *
 * @param offset of the newest command
 * @param at when the newest one was given, by the clock of whoever gave it; tells a topic that was made anew, whose offsets
 *     begin again, from offsets that were rewound
 */
public record ExecutedCommands(long offset, long at) {

    public static final ExecutedCommands NONE = new ExecutedCommands(-1, -1);

    public boolean includes(long commandOffset, long givenAt) {
        return commandOffset <= offset && givenAt <= at;
    }

    public ExecutedCommands and(long commandOffset, long givenAt) {
        return new ExecutedCommands(commandOffset, Math.max(at, givenAt));
    }

    /** The later of two, as chunks are read in their order: a topic made anew may have set the offset back. */
    public ExecutedCommands or(ExecutedCommands later) {
        return later.at >= at ? later : this;
    }
}
