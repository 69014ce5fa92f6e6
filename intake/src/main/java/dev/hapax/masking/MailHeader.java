package dev.hapax.masking;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A header of a mail, with the lines it is folded into.
 *
 * @param name as written; empty if the line is not a header
 */
record MailHeader(String name, List<String> lines) {

    /** The headers before the first empty line. */
    static List<MailHeader> of(String mail) {
        List<MailHeader> headers = new ArrayList<>();
        for (String line : mail.lines().takeWhile(line -> !line.isEmpty()).toList()) {
            if (Character.isWhitespace(line.charAt(0)) && !headers.isEmpty()) {
                headers.get(headers.size() - 1).lines.add(line);
            } else {
                int colon = line.indexOf(':');
                String name = colon < 0 ? "" : line.substring(0, colon).strip();
                headers.add(new MailHeader(name, new ArrayList<>(List.of(line))));
            }
        }
        return headers;
    }

    /** Its name in lower case. */
    String field() {
        return name.toLowerCase(Locale.ROOT);
    }

    /** On one line: a value may be folded anywhere. */
    String unfolded() {
        return String.join(" ", lines.stream().map(String::strip).toList());
    }

    String value() {
        String line = unfolded();
        return line.substring(line.indexOf(':') + 1).strip();
    }

    /** Whether it contains encoded words (RFC 2047). */
    boolean isEncoded() {
        return unfolded().contains("=?");
    }

    /** Without its value. */
    String struckOut() {
        return name + ": " + Masking.MASKED;
    }

    /** Unchanged if it contains no masked value, otherwise on one line. */
    String without(Redaction redaction) {
        String line = unfolded();
        String redacted = redaction.of(line);
        return redacted.equals(line) ? String.join("\n", lines) : redacted;
    }
}
