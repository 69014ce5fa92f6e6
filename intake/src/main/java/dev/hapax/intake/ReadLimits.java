package dev.hapax.intake;

/** How much structure a reader accepts before it calls a message unreadable. */
public record ReadLimits(int maxDepth) {

    /** What a thread's stack holds with room to spare. */
    public static final int DEEPEST = 1_000;

    public ReadLimits {
        if (maxDepth < 1 || maxDepth > DEEPEST) {
            throw new IllegalArgumentException("limits.max-depth: " + maxDepth + " must be from 1 to " + DEEPEST);
        }
    }
}
