package dev.hapax.operations.campaign;

/**
 * One thing wrong with a file of recipients.
 *
 * @param line 1 for the first; 0 when the file as such is meant
 * @param column 1 for the first character; 0 when the whole line is meant
 * @param what the rule that is broken, and what to do about it
 */
public record RecipientProblem(String file, long line, int column, String what) {

    /** Starts with the place in the form that editors and terminals turn into a link. */
    @Override
    public String toString() {
        return file + (line > 0 ? ":" + line : "") + (column > 0 ? ":" + column : "") + ": " + what;
    }

    /** Without what could forge a line of a log, and not too long. */
    static String shown(String text) {
        String visible = text.replaceAll("[\\p{Cc}\\p{Cf}\\u2028\\u2029]", "?");
        return visible.length() <= 80 ? visible : visible.substring(0, 80) + "…";
    }
}
