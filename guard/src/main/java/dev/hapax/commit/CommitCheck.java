package dev.hapax.commit;

/** What happens to a commit that would skip a record, and who is notified. */
public final class CommitCheck {

    private final boolean refuses;
    private final Runnable counter;

    private CommitCheck(boolean refuses, Runnable counter) {
        this.refuses = refuses;
        this.counter = counter;
    }

    /** @param counter called for every commit that is refused */
    public static CommitCheck refusing(Runnable counter) {
        return new CommitCheck(true, counter);
    }

    /** Lets such a commit pass, and logs it. For fault tests, which show by it what the check prevents. */
    public static CommitCheck reportingOnly(Runnable counter) {
        return new CommitCheck(false, counter);
    }

    boolean refuses() {
        return refuses;
    }

    void refused() {
        counter.run();
    }

    String consequence() {
        return refuses
                ? "It is refused, and the tasks of this thread start again at the committed offsets."
                : "The check is switched off: the records are lost.";
    }
}
