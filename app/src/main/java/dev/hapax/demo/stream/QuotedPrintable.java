package dev.hapax.demo.stream;

import java.nio.charset.StandardCharsets;

/** The encoding most mail programs choose for text that is nearly ASCII. */
final class QuotedPrintable {

    private static final int LONGEST_LINE = 76;

    private QuotedPrintable() {}

    static String of(String text) {
        StringBuilder result = new StringBuilder(text.length() + 64);
        int column = 0;
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (b == '\n') {
                result.append("\r\n");
                column = 0;
                continue;
            }
            String written = b >= 32 && b < 127 && b != '=' ? Character.toString((char) b) : hex(b);
            // One column is kept for the sign that the line goes on.
            if (column + written.length() >= LONGEST_LINE) {
                result.append("=\r\n");
                column = 0;
            }
            result.append(written);
            column += written.length();
        }
        return result.toString();
    }

    private static String hex(byte b) {
        return "=" + Character.toUpperCase(Character.forDigit((b >> 4) & 0xf, 16))
                + Character.toUpperCase(Character.forDigit(b & 0xf, 16));
    }
}
