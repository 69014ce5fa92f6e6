package dev.hapax.domain;

/**
 * Thrown by a format or a classifier that cannot answer now, for example because a service does not respond. It says nothing
 * about the message: Hapax retries it and never quarantines it.
 */
public final class UnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public UnavailableException(String explanation) {
        super(explanation);
    }

    public UnavailableException(String explanation, Throwable cause) {
        super(explanation, cause);
    }
}
