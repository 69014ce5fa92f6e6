package dev.hapax.app;

/** A command failed; the message is for the user. */
public final class FailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public FailedException(String message) {
        super(message);
    }

    public FailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
