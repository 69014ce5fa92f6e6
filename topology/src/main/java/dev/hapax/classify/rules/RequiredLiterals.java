package dev.hapax.classify.rules;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Pieces of text of which every match of a regular expression contains at least one, so that the automaton can tell where
 * the expression need not be run. Understands the common part of the syntax, and answers nothing for the rest.
 */
final class RequiredLiterals {

    private static final int SHORTEST = 2;
    private static final int MOST = 24;

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
        RequiredLiterals parser = new RequiredLiterals(regex);
        Set<String> found = parser.alternatives();
        return parser.givenUp || parser.at < regex.length() ? UNKNOWN : found;
    }

    /** One of the pieces of each alternative, so all of them together; unknown where one alternative needs none. */
    private Set<String> alternatives() {
        Set<String> union = new LinkedHashSet<>();
        boolean unknown = false;
        while (true) {
            Set<String> one = sequence();
            unknown |= one.isEmpty();
            union.addAll(one);
            if (!peek('|')) {
                break;
            }
            at++;
        }
        return unknown || union.size() > MOST ? UNKNOWN : union;
    }

    /** The most telling of what stands one after the other. */
    private Set<String> sequence() {
        Set<String> best = UNKNOWN;
        StringBuilder run = new StringBuilder();
        while (at < regex.length() && !givenUp && !peek('|') && !peek(')')) {
            Set<String> group = UNKNOWN;
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
                best = better(best, run);
                run.setLength(0);
                best = least == 0 ? best : better(best, group);
            }
        }
        return better(best, run);
    }

    private Set<String> group() {
        if (peek('?')) {
            if (!regex.startsWith("?:", at)) {
                // Flags may change what case means.
                givenUp = true;
                return UNKNOWN;
            }
            at += 2;
        }
        Set<String> inside = alternatives();
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

    /** The character that an escape stands for, or -1 for a class or a boundary. */
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

    /** How often at least the atom before must occur: 0, or more; -1 where no quantifier stands, so exactly once. */
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

    private static Set<String> better(Set<String> best, StringBuilder run) {
        // Blanks at the ends are cut as they are from keywords, which only makes the piece less demanding.
        String piece = Fold.fold(run.toString());
        return piece.length() < SHORTEST ? best : better(best, Set.of(piece));
    }

    private static Set<String> better(Set<String> best, Set<String> other) {
        return shortest(other) > shortest(best) ? other : best;
    }

    private static int shortest(Set<String> pieces) {
        return pieces.stream().mapToInt(String::length).min().orElse(0);
    }
}
