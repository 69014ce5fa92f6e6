package dev.hapax.classify.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What is wrong with a rule file, gathered so that all of it is reported at once. */
final class Problems {

    private record Problem(int line, String text) {}

    private final String file;
    private final List<Problem> found = new ArrayList<>();

    Problems(String file) {
        this.file = file;
    }

    /** @param where the rule or the part of the file, or nothing */
    void add(int line, String where, String what) {
        found.add(new Problem(line, file + ":" + line + ": " + (where.isEmpty() ? "" : where + ": ") + what));
    }

    void throwIfAny() {
        if (!found.isEmpty()) {
            throw new RuleFileException(found.stream()
                    .sorted(Comparator.comparingInt(Problem::line))
                    .map(Problem::text)
                    .toList());
        }
    }
}
