package dev.hapax.classify.rules;

import java.util.Collection;
import java.util.Locale;

/** The known word a misspelt one was probably meant to be. */
final class Nearest {

    private static final int LONGEST = 40;

    private Nearest() {}

    /** {@code did you mean 'X'?}, or what there is to choose from when nothing comes near. */
    static String hint(String word, Collection<String> known) {
        String best = "";
        int bestDistance = word.length() <= 4 ? 2 : 3;
        for (String candidate : known) {
            int distance = distance(word.toLowerCase(Locale.ROOT), candidate);
            boolean somethingInCommon = distance < Math.max(word.length(), candidate.length());
            if (distance < bestDistance && somethingInCommon) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return best.isEmpty() ? "use one of: " + String.join(", ", known) : "did you mean '" + best + "'?";
    }

    /** Insertions, deletions and substitutions that make one word of the other. */
    private static int distance(String a, String b) {
        if (a.length() > LONGEST) {
            return Integer.MAX_VALUE;
        }
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                current[j] = Math.min(previous[j - 1] + same, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[b.length()];
    }
}
