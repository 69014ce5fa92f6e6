package dev.hapax.operations.quarantine;

/** The beginning of a text that may be longer than anyone should be shown. */
final class Cut {

    private Cut() {}

    /** So many characters at most, and no half of a surrogate pair at the end. */
    static String at(CharSequence text, int most) {
        if (text.length() < most) {
            return text.toString();
        }
        int end = Math.min(text.length(), most);
        boolean half = end > 0 && Character.isHighSurrogate(text.charAt(end - 1));
        return text.subSequence(0, half ? end - 1 : end).toString();
    }
}
