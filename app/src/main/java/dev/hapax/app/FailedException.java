package dev.hapax.app;

/** A command could not do what it was asked; the message is for the person who asked. */
public final class FailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public FailedException(String message) {
        super(message);
    }

    public FailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
