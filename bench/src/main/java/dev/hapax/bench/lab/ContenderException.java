package dev.hapax.bench.lab;

/** A contender did not do its job; the others may still do theirs. */
public final class ContenderException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ContenderException(String message) {
        super(message);
    }
}
