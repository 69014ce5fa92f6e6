package dev.hapax.operations.replay;

/** Someone else works on this replay now; nothing of the transaction at hand was written. */
final class TakenOverException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TakenOverException(Throwable cause) {
        super(cause);
    }
}
