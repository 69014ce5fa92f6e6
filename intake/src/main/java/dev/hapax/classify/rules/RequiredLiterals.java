package dev.hapax.classify.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Pieces of text of which every match of a regular expression contains at least one, so that the automaton can tell where
 * the expression need not be run. Understands the common part of the syntax, and answers nothing for the rest.
 */
final class RequiredLiterals {

    private static final int SHORTEST = 2;
    private static final int MOST = 24;
    private static final int MOST_SETS = 4;

    /** Nothing can be said; the expression must be run. */
    private static final Set<String> UNKNOWN = Set.of();

    private final String regex;
    private int at;
    private boolean givenUp;

    private RequiredLiterals(String regex) {
        this.regex = regex;
    }

    /** Folded pieces, or none where the expression must be run on every text. */
    static Set<String> of(String regex) {
        return best(allOf(regex));
    }

    /** Several such sets, of each of which every match contains a piece; the most telling first. */
    static List<Set<String>> allOf(String regex) {
        RequiredLiterals parser = new RequiredLiterals(regex);
        List<Set<String>> found = parser.alternatives();
        if (parser.givenUp || parser.at < regex.length()) {
            return List.of();
        }
        // The sort is stable, so the first of the most telling stays first.
        return found.stream()
                .sorted(Comparator.comparingInt(RequiredLiterals::shortest).reversed())
                .limit(MOST_SETS)
                .toList();
    }

    /** What the only alternative needs; of several, one of the pieces of each, so all of them together. */
    private List<Set<String>> alternatives() {
        List<Set<String>> first = sequence();
        if (!peek('|')) {
            return first;
        }
        Set<String> union = new LinkedHashSet<>(best(first));
        boolean unknown = first.isEmpty();
        while (peek('|')) {
            at++;
            Set<String> one = best(sequence());
            unknown |= one.isEmpty();
            union.addAll(one);
        }
        return unknown || union.size() > MOST ? List.of() : List.of(union);
    }

    /** A sequence: all of its parts are needed. */
    private List<Set<String>> sequence() {
        List<Set<String>> needed = new ArrayList<>();
        StringBuilder run = new StringBuilder();
        while (at < regex.length() && !givenUp && !peek('|') && !peek(')')) {
            List<Set<String>> group = List.of();
            int literal = -1;
            char c = regex.charAt(at++);
            switch (c) {
                case '(' -> group = group();
                case '[' -> skipClass();
                case '.', '^', '$' -> {}
                case '\\' -> literal = escape();
                // Quantifiers are taken with what they belong to; a stray one is for the real compiler to judge.
                case '*', '+', '?', '{' -> givenUp = true;
                default -> literal = c;
            }
            int least = least();
            boolean once = least < 0;
            if (literal >= 0 && literal < 128 && least != 0) {
                run.append((char) literal);
            }
            if (literal < 0 || literal >= 128 || !once) {
                add(needed, run);
                if (least != 0) {
                    needed.addAll(group);
                }
            }
        }
        add(needed, run);
        return needed;
    }

    private List<Set<String>> group() {
        if (peek('?')) {
            if (!regex.startsWith("?:", at)) {
                // Flags may change what case means.
                givenUp = true;
                return List.of();
            }
            at += 2;
        }
        List<Set<String>> inside = alternatives();
        if (peek(')')) {
            at++;
        } else {
            givenUp = true;
        }
        return inside;
    }

    private void skipClass() {
        if (peek('^')) {
            at++;
        }
        if (peek(']')) {
            at++;
        }
        while (at < regex.length() && !peek(']')) {
            // Named classes ([:alpha:], \pL) nest brackets of their own.
            givenUp |= peek('[') || regex.startsWith("\\p", at) || regex.startsWith("\\P", at);
            at += peek('\\') ? 2 : 1;
        }
        at++;
    }

    /** The character of an escape, or -1 for a class or a boundary. */
    private int escape() {
        char c = at < regex.length() ? regex.charAt(at++) : 'Q';
        if ("dDsSwWbB".indexOf(c) >= 0) {
            return -1;
        }
        if (c < 128 && !Character.isLetterOrDigit(c)) {
            return c;
        }
        givenUp = true;
        return -1;
    }

    /** The minimum number of occurrences of the atom before; -1 without a quantifier, so exactly once. */
    private int least() {
        if (at >= regex.length() || "*+?{".indexOf(regex.charAt(at)) < 0) {
            return -1;
        }
        char c = regex.charAt(at++);
        int least = c == '+' ? 1 : 0;
        if (c == '{') {
            int close = regex.indexOf('}', at);
            if (close < 0 || !regex.substring(at, close).matches("[0-9]{1,4}(,[0-9]{0,4})?")) {
                givenUp = true;
                return 0;
            }
            least = regex.substring(at, close).matches("0+(,.*)?") ? 0 : 1;
            at = close + 1;
        }
        if (peek('?')) {
            at++;
        }
        return least;
    }

    private boolean peek(char c) {
        return at < regex.length() && regex.charAt(at) == c;
    }

    private static void add(List<Set<String>> needed, StringBuilder run) {
        // Blanks at the ends are cut as they are from keywords, which only makes the piece less demanding.
        String piece = Fold.fold(run.toString());
        run.setLength(0);
        // A single letter is in every text; a sign is not.
        if (piece.length() >= SHORTEST || (piece.length() == 1 && !Character.isLetterOrDigit(piece.charAt(0)))) {
            needed.add(Set.of(piece));
        }
    }

    private static Set<String> best(List<Set<String>> needed) {
        Set<String> best = UNKNOWN;
        for (Set<String> pieces : needed) {
            best = shortest(pieces) > shortest(best) ? pieces : best;
        }
        return best;
    }

    private static int shortest(Set<String> pieces) {
        return pieces.stream().mapToInt(String::length).min().orElse(0);
    }
}
