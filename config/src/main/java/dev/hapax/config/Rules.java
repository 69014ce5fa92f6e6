package dev.hapax.config;

import dev.hapax.config.SettingException.Violation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The rules of one section, checked to the end, so that a user sees every broken one at once. */
final class Rules {

    private final String section;
    private final List<Violation> broken = new ArrayList<>();

    private Rules(String section) {
        this.section = section;
    }

    static Rules of(String section) {
        return new Rules(section);
    }

    Rules require(boolean holds, String key, Object value, String rule, String... comparedWith) {
        if (!holds) {
            broken.add(new Violation(section, key, value, rule, List.of(comparedWith)));
        }
        return this;
    }

    Rules atLeast(long least, String key, long value) {
        return require(value >= least, key, value, "must be at least " + least);
    }

    Rules positive(String key, Duration value) {
        return require(value.compareTo(Duration.ZERO) > 0, key, value, "must be more than 0s");
    }

    Rules notNegative(String key, Duration value) {
        return require(!value.isNegative(), key, value, "must not be negative");
    }

    /** @throws SettingException with every rule that was broken */
    void check() {
        if (!broken.isEmpty()) {
            throw new SettingException(broken);
        }
    }
}
