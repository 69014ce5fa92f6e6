package dev.hapax.classify.rules;

import java.util.Arrays;

/** The one way texts are made comparable: runs of white space become one blank, and case is folded. */
final class Fold {

    /** UTF-16 units of a field that are looked at; what comes after them is not. */
    static final int MAX_TEXT = 256 * 1024;

    private Fold() {}

    /** The text as patterns see it: cut at the limit, runs of white space as one blank, none at either end. */
    static String collapse(String text) {
        int end = Math.min(text.length(), MAX_TEXT);
        StringBuilder out = new StringBuilder(end);
        boolean gap = false;
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            if (isBlank(c)) {
                gap = true;
                continue;
            }
            if (gap && !out.isEmpty()) {
                out.append(' ');
            }
            gap = false;
            out.append(c);
        }
        return out.toString();
    }

    /** The same without case, as keywords see it; unit for unit as long as the collapsed text. */
    static char[] folded(String text) {
        int end = Math.min(text.length(), MAX_TEXT);
        char[] out = new char[end];
        int length = 0;
        boolean gap = false;
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            if (isBlank(c)) {
                gap = true;
                continue;
            }
            if (gap && length > 0) {
                out[length++] = ' ';
            }
            gap = false;
            if (c < 128) {
                out[length++] = c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
            } else if (Character.isHighSurrogate(c) && i + 1 < end && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
                length += Character.toChars(fold(Character.toCodePoint(c, text.charAt(i))), out, length);
            } else {
                out[length++] = (char) fold((int) c);
            }
        }
        return length == end ? out : Arrays.copyOf(out, length);
    }

    /** The same as text. */
    static String fold(String text) {
        return new String(folded(text));
    }

    /** Through upper case, so that letters with several lower-case forms (Greek sigma, long s) fold into one. */
    private static int fold(int codePoint) {
        return Character.toLowerCase(Character.toUpperCase(codePoint));
    }

    private static boolean isBlank(char c) {
        return c <= ' ' || (c >= 128 && (Character.isSpaceChar(c) || Character.isWhitespace(c) || c == 0x85));
    }
}
