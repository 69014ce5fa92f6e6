package dev.hapax.operations;

/** Receives the progress of long work. Called often; it decides when to show something. */
@FunctionalInterface
public interface Progress {

    Progress UNSEEN = (what, done, total) -> {};

    /**
     * @param what is being done, such as {@code reading hapax.quarantine}
     * @param total 0 where it is not known
     */
    void at(String what, long done, long total);
}
