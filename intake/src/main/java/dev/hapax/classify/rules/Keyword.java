package dev.hapax.classify.rules;

/**
 * A word or phrase to look for, folded.
 *
 * @param id its place in the rule set's vocabulary
 * @param openStart whether it may continue a longer word
 * @param openEnd whether a longer word may continue it
 */
record Keyword(int id, String text, boolean openStart, boolean openEnd) {

    static final int MAX_LENGTH = 200;

    /** Whether it is a whole word at {@code start} of a text, and not only part of a longer one. */
    boolean standsAt(char[] folded, int start) {
        int end = start + text.length();
        return (openStart || start == 0 || !joined(folded, start))
                && (openEnd || end == folded.length || !joined(folded, end));
    }

    /** Whether the characters before and after this place belong to one word. */
    private static boolean joined(char[] text, int at) {
        return isWordPart(Character.codePointBefore(text, at)) && isWordPart(Character.codePointAt(text, at));
    }

    private static boolean isWordPart(int codePoint) {
        if (codePoint < 128) {
            return (codePoint >= 'a' && codePoint <= 'z') || (codePoint >= '0' && codePoint <= '9') || codePoint == '_';
        }
        if (Character.isLetterOrDigit(codePoint)) {
            return true;
        }
        // An accent written as a character of its own is part of the letter before it.
        int type = Character.getType(codePoint);
        return type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK;
    }

    /** As a rule would write it. */
    String written() {
        return (openStart ? "*" : "") + text + (openEnd ? "*" : "");
    }
}
