package dev.hapax.guard;

import java.io.Serial;

/** The guard of a partition can't be asked here, or not now; the message says why. */
public final class GuardAwayException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    public GuardAwayException(String message) {
        super(message);
    }
}
