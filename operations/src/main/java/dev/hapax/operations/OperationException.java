package dev.hapax.operations;

/** An operator asked for what cannot be done; the message says why, and what to do instead. */
public class OperationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public OperationException(String message) {
        super(message);
    }

    public OperationException(String message, Throwable cause) {
        super(message, cause);
    }
}
