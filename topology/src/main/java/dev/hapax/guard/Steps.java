package dev.hapax.guard;

/** How many entries may still be looked at for an answer: the thread that looks has messages to work on. */
final class Steps {

    private long left;

    private Steps(long left) {
        this.left = left;
    }

    static Steps atMost(int steps) {
        return new Steps(steps);
    }

    static Steps asManyAsItTakes() {
        return new Steps(Long.MAX_VALUE);
    }

    /** Takes one; false when there is none left. */
    boolean take() {
        if (left == 0) {
            return false;
        }
        left--;
        return true;
    }

    boolean usedUp() {
        return left == 0;
    }
}
