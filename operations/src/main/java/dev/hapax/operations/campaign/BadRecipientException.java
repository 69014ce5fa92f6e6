package dev.hapax.operations.campaign;

import java.io.IOException;

/** Thrown where a file of recipients is wrong; passes through the parsers. */
final class BadRecipientException extends IOException {

    private static final long serialVersionUID = 1L;

    private final long line;
    private final int column;
    private final boolean rest;

    /** @param rest whether what follows can't be read either */
    BadRecipientException(long line, int column, String what, boolean rest) {
        super(what);
        this.line = line;
        this.column = column;
        this.rest = rest;
    }

    /** Because nothing can be read without it. */
    BadRecipientException andTheRest() {
        return new BadRecipientException(line, column, String.valueOf(getMessage()), true);
    }

    RecipientLine.Bad in(String file) {
        return new RecipientLine.Bad(new RecipientProblem(file, line, column, String.valueOf(getMessage())), rest);
    }
}
