package dev.hapax.admin;

import java.io.Serial;

/** A request that cannot be answered; the client gets a problem document (RFC 9457). */
public final class ProblemException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String title;

    /** @param detail names the value, the rule and what to do */
    public ProblemException(int status, String title, String detail) {
        super(detail);
        this.status = status;
        this.title = title;
    }

    public int status() {
        return status;
    }

    public String title() {
        return title;
    }
}
