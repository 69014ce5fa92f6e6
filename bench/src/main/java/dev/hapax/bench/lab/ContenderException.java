package dev.hapax.bench.lab;

/** A contender failed. The measurement goes on with the others. */
public final class ContenderException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ContenderException(String message) {
        super(message);
    }
}
