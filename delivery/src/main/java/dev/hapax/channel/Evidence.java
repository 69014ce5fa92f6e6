package dev.hapax.channel;

/** Text for the record of an attempt. It comes from strangers, so it is kept to one short line. */
public final class Evidence {

    private static final int LONGEST = 500;

    private Evidence() {}

    /** Foreign text on one line, without control characters, not too long. */
    public static String oneLine(String text) {
        String line = text.replaceAll("[\\p{Cc}\\p{Cf}\\u2028\\u2029]+", " ").strip();
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
    }

    /** The innermost reason of a failure, for a person. */
    public static String reason(Throwable failure) {
        Throwable innermost = failure;
        while (innermost.getCause() != null) {
            innermost = innermost.getCause();
        }
        String message = innermost.getMessage();
        return oneLine(innermost.getClass().getSimpleName() + (message == null ? "" : ": " + message));
    }
}
