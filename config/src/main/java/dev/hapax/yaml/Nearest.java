package dev.hapax.yaml;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds what a user probably meant to type. */
public final class Nearest {

    /** No key is near a word longer than this, and comparing would take its time. */
    private static final int LONGEST = 64;

    private Nearest() {}

    /** {@code did you mean 'X'?}, or what there is to choose from when nothing comes near. */
    public static String hint(String word, Collection<String> known) {
        String near = to(word, known);
        return near == null ? "use one of: " + String.join(", ", known) : "did you mean '" + near + "'?";
    }

    /** The known word that takes the fewest typing errors to become that one, if they are few; else null. */
    public static @Nullable String to(String word, Collection<String> known) {
        if (word.length() > LONGEST) {
            return null;
        }
        @Nullable String nearest = null;
        int fewest = Math.max(1, word.length() / 3) + 1;
        for (String candidate : known) {
            int errors = typingErrors(word.toLowerCase(Locale.ROOT), candidate);
            boolean somethingInCommon = errors < Math.max(word.length(), candidate.length());
            if (errors < fewest && somethingInCommon) {
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
