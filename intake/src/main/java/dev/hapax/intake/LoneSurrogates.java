package dev.hapax.intake;

/** Halves of surrogate pairs that stand alone: JSON can say them, Unicode has no such character, UTF-8 cannot write them. */
final class LoneSurrogates {

    private static final char REPLACEMENT = '\uFFFD';

    private LoneSurrogates() {}

    /** The index of the first one, -1 for none. */
    static int first(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isSurrogate(c)) {
                continue;
            }
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else {
                return i;
            }
        }
        return -1;
    }

    /** The text with each of them replaced, as decoders do. */
    static String replaced(String text) {
        int at = first(text, 0);
        if (at < 0) {
            return text;
        }
        char[] chars = text.toCharArray();
        for (; at >= 0; at = first(text, at + 1)) {
            chars[at] = REPLACEMENT;
        }
        return new String(chars);
    }
}
