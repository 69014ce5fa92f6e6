package dev.hapax.testkit;

/**
 * One instance of what is checked, used as Hapax uses it.
 *
 * @param <I> what it is asked about
 */
interface Subject<I> extends AutoCloseable {

    /** What must be the same for every instance, such as a version. */
    String description();

    void open();

    /** The answer as text; the same input must always get the same. */
    String answer(I input);

    @Override
    void close();

    default void reopen() {
        close();
        open();
    }
}
