package dev.hapax.operations;

import java.io.Serial;

/** An operator named something that is not there. */
public final class UnknownException extends OperationException {

    @Serial
    private static final long serialVersionUID = 1L;

    public UnknownException(String message) {
        super(message);
    }
}
