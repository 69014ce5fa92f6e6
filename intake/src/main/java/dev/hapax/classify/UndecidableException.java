package dev.hapax.classify;

/** Thrown by a classifier that cannot decide; the explanation is what the operator will read. */
public final class UndecidableException extends Exception {

    private static final long serialVersionUID = 1L;

    public UndecidableException(String explanation) {
        super(explanation);
    }
}
