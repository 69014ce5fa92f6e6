package dev.hapax.yaml;

/**
 * One thing wrong with a file.
 *
 * @param line 1 for the first; 0 when no line is to blame, as for a key that is missing altogether
 * @param column 0 when the whole line is meant
 * @param where the part of the file in words its users know, such as {@code guard.ttl}; empty when it is the file as such
 * @param what the rule that is broken, and what to do about it; never a secret
 */
public record YamlProblem(String file, int line, int column, String where, String what) {

    /** Starts with the place in the form that editors and terminals turn into a link. */
    @Override
    public String toString() {
        String place = file + (line > 0 ? ":" + line : "") + (column > 0 ? ":" + column : "");
        return place + ": " + (where.isEmpty() ? "" : where + ": ") + what;
    }
}
