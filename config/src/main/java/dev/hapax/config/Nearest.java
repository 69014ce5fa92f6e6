package dev.hapax.config;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Finds what a user probably meant to type. */
final class Nearest {

    /** No key is near a word longer than this, and comparing would take its time. */
    private static final int LONGEST = 64;

    private Nearest() {}

    /** The candidate that takes the fewest typing errors to become that word, if they are few; else null. */
    static @Nullable String to(String word, Collection<String> candidates) {
        if (word.length() > LONGEST) {
            return null;
        }
        @Nullable String nearest = null;
        int fewest = Math.max(1, word.length() / 3) + 1;
        for (String candidate : candidates) {
            int errors = typingErrors(word, candidate);
            if (errors < fewest) {
                fewest = errors;
                nearest = candidate;
            }
        }
        return nearest;
    }

    /** Letters inserted, left out, replaced, or swapped with their neighbour. */
    private static int typingErrors(String word, String other) {
        int[][] errors = new int[word.length() + 1][other.length() + 1];
        for (int i = 0; i <= word.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                if (i == 0 || j == 0) {
                    errors[i][j] = i + j;
                    continue;
                }
                int replaced = errors[i - 1][j - 1] + (word.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                int least = Math.min(replaced, Math.min(errors[i - 1][j], errors[i][j - 1]) + 1);
                boolean swapped = i > 1
                        && j > 1
                        && word.charAt(i - 1) == other.charAt(j - 2)
                        && word.charAt(i - 2) == other.charAt(j - 1);
                errors[i][j] = swapped ? Math.min(least, errors[i - 2][j - 2] + 1) : least;
            }
        }
        return errors[word.length()][other.length()];
    }
}
