package dev.hapax.chaos;

import org.jspecify.annotations.Nullable;

/**
 * One guarantee, and whether it held.
 *
 * @param failure how it was broken; null when it held
 */
record Check(String name, @Nullable String failure) {

    /** Something that throws when it does not hold. */
    @FunctionalInterface
    interface Trial {
        void verify() throws Exception;
    }

    static Check of(String name, Trial trial) {
        try {
            trial.verify();
            return new Check(name, null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Check(name, "interrupted");
        } catch (Exception | AssertionError e) {
            return new Check(name, e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }

    boolean held() {
        return failure == null;
    }
}
