package dev.hapax.operations.campaign;

/**
 * One value of a file of recipients, and where it begins.
 *
 * @param line 1 for the first
 * @param column 1 for the first character
 */
record FileCell(String text, long line, int column) {

    BadRecipientException bad(String what) {
        return new BadRecipientException(line, column, what, false);
    }
}
