package dev.hapax.admin.work;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A header of a mail, with the lines it is folded into.
 *
 * @param name as it stands there; empty where the line is none of a header
 */
record MailHeader(String name, List<String> lines) {

    /** Those before the first empty line. */
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

    /** What it is known by, whatever its case. */
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

    /** Whether words in it are encoded (RFC 2047), so that it does not look like what it says. */
    boolean isEncoded() {
        return unfolded().contains("=?");
    }

    /** Without its value. */
    String struckOut() {
        return name + ": " + Masking.MASKED;
    }

    /** As it stands where it says nothing that is to be struck out, else on one line. */
    String without(Redaction redaction) {
        String line = unfolded();
        String redacted = redaction.of(line);
        return redacted.equals(line) ? String.join("\n", lines) : redacted;
    }
}
