package dev.hapax.operations.verify;

import dev.hapax.config.Settings;
import dev.hapax.config.SourceSettings;
import java.util.List;

/** The configured sources by number, with what a check needs of each. */
record SourceNumbers(List<String> names, List<Long> ttls) {

    static SourceNumbers of(Settings settings) {
        return new SourceNumbers(
                settings.sources().stream().map(SourceSettings::name).toList(),
                settings.sources().stream()
                        .map(source -> source.ttl().toMillis())
                        .toList());
    }

    /** Negative where there is no such source any more. */
    int number(String name) {
        return names.indexOf(name);
    }
}
