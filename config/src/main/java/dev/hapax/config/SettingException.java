package dev.hapax.config;

import java.util.List;
import java.util.stream.Collectors;

/** Settings that cannot be: names the key, the value and the rule of each. */
public final class SettingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<Violation> violations;

    public SettingException(String key, Object value, String rule) {
        this(List.of(new Violation("", key, value, rule, List.of())));
    }

    SettingException(List<Violation> violations) {
        super(violations.stream().map(Violation::toString).collect(Collectors.joining("\n")));
        this.violations = List.copyOf(violations);
    }

    List<Violation> violations() {
        return violations;
    }
}
