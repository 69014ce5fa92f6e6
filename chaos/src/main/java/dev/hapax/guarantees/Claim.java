package dev.hapax.guarantees;

import java.util.List;
import java.util.stream.Stream;

/** The way a guarantee says that it was broken. */
final class Claim {

    private static final int SHOWN = 10;

    private Claim() {}

    static void that(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }

    /** That there is nothing of which this can be said. */
    static void none(String what, Stream<String> found) {
        List<String> all = found.toList();
        if (!all.isEmpty()) {
            throw new AssertionError(all.size() + " " + what + ": "
                    + String.join(", ", all.subList(0, Math.min(SHOWN, all.size())))
                    + (all.size() > SHOWN ? ", …" : ""));
        }
    }
}
