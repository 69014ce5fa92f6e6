package dev.hapax.config;

import dev.hapax.yaml.YamlProblem;
import java.util.List;
import java.util.stream.Collectors;

/** A configuration file that cannot be used, with everything that is wrong with it. */
public final class InvalidSettingsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<YamlProblem> errors;

    InvalidSettingsException(List<YamlProblem> errors) {
        super(errors.stream().map(YamlProblem::toString).collect(Collectors.joining("\n")));
        this.errors = List.copyOf(errors);
    }

    /** In the order of their lines. */
    public List<YamlProblem> errors() {
        return errors;
    }
}
