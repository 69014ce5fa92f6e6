package dev.hapax.guard;

/** A limit on the entries read for one answer, because the thread that reads them also processes messages. */
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

    /** Takes one; false if none is left. */
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
