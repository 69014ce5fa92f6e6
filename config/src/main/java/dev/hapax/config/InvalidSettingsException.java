package dev.hapax.config;

import java.util.List;
import java.util.stream.Collectors;

/** A configuration file that cannot be used, with everything that is wrong with it. */
public final class InvalidSettingsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<SettingError> errors;

    InvalidSettingsException(List<SettingError> errors) {
        super(errors.stream().map(SettingError::toString).collect(Collectors.joining("\n")));
        this.errors = List.copyOf(errors);
    }

    /** In the order of their lines. */
    public List<SettingError> errors() {
        return errors;
    }
}
