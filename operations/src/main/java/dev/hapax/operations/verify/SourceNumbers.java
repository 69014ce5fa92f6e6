package dev.hapax.operations.verify;

import dev.hapax.config.Settings;
import dev.hapax.config.SourceSettings;
import dev.hapax.source.Source;
import dev.hapax.source.Sources;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The configured sources by number, with what a check needs of each. */
record SourceNumbers(Sources sources, List<String> names, List<Long> ttls) {

    static SourceNumbers of(Settings settings, Sources sources) {
        return new SourceNumbers(
                sources,
                settings.sources().stream().map(SourceSettings::name).toList(),
                settings.sources().stream()
                        .map(source -> source.ttl().toMillis())
                        .toList());
    }

    /** Negative where there is no such source any more. */
    int number(String name) {
        return names.indexOf(name);
    }

    /** The version by which messages of that source are decided today. */
    @Nullable
    String version(@Nullable String name) {
        Source source = name == null ? null : sources.named(name);
        return source == null ? null : source.version();
    }
}
