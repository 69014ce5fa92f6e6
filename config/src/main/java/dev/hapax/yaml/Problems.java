package dev.hapax.yaml;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What is wrong with a file, gathered so that all of it is reported at once. */
public final class Problems {

    private final String file;
    private final Set<YamlProblem> found = new LinkedHashSet<>();

    public Problems(String file) {
        this.file = file;
    }

    public void add(int line, String where, String what) {
        add(line, 0, where, what);
    }

    void add(int line, int column, String where, String what) {
        found.add(new YamlProblem(file, line, column, where, what));
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    /** In the order of the file. */
    public List<YamlProblem> inOrder() {
        return found.stream()
                .sorted(Comparator.comparingInt(YamlProblem::line).thenComparingInt(YamlProblem::column))
                .toList();
    }
}
