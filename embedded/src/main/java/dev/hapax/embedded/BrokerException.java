package dev.hapax.embedded;

import org.jspecify.annotations.Nullable;

/** Why an embedded broker could not be started or stopped, in words for the person who asked for it. */
public final class BrokerException extends RuntimeException {

    public BrokerException(String message) {
        this(message, null);
    }

    public BrokerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
