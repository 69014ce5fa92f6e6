package dev.hapax.operations;

import java.util.Optional;
import org.apache.kafka.common.errors.AuthorizationException;

/**
 * Whether the brokers denied access. A producer that has learned of it before a record is sent throws it wrapped in an
 * exception of its own; one that learns of it later reports it bare.
 */
public final class Denials {

    private Denials() {}

    public static Optional<AuthorizationException> causeOf(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof AuthorizationException denied) {
                return Optional.of(denied);
            }
        }
        return Optional.empty();
    }
}
