package dev.hapax.domain;

/** Thrown where a message turns out to be one that belongs in quarantine; carries the reason. */
public final class RefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final Reason reason;

    public RefusedException(Reason reason, String explanation) {
        super(explanation);
        this.reason = reason;
    }

    public RefusedException(Reason reason, String explanation, Throwable cause) {
        super(explanation, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
