package dev.hapax.classify.rules;

import java.util.List;

/** A rule file that cannot be used: everything that is wrong with it, each with line and remedy. */
public final class RuleFileException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final List<String> errors;

    RuleFileException(List<String> errors) {
        super(String.join(System.lineSeparator(), errors));
        this.errors = List.copyOf(errors);
    }

    /** In the order of the file, each {@code file:line: rule id: what is wrong, and the remedy}. */
    public List<String> errors() {
        return errors;
    }
}
