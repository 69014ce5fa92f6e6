package dev.hapax.guard;

/** How many entries may still be looked at for an answer: the thread that looks has messages to work on. */
final class ScanBudget {

    private long left;

    private ScanBudget(long left) {
        this.left = left;
    }

    static ScanBudget atMost(int steps) {
        return new ScanBudget(steps);
    }

    static ScanBudget asManyAsItTakes() {
        return new ScanBudget(Long.MAX_VALUE);
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
