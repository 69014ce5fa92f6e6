package dev.hapax.guard;

import java.io.Serial;

/** The guard of a partition cannot be queried here or now; the message gives the reason. */
public final class GuardAwayException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    public GuardAwayException(String message) {
        super(message);
    }
}
