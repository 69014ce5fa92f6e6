package dev.hapax.admin;

import java.io.Serial;

/** A request that can't be answered as asked; told to the client as a problem document (RFC 9457). */
public final class ProblemException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String title;

    /** @param detail names what was asked, what is wrong with it, and the remedy */
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
