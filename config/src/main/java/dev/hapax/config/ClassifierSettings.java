package dev.hapax.config;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A classifier by name.
 *
 * @param type which implementation, {@code rules} for the one that comes with Hapax
 * @param file its rules, resolved against the folder of the configuration file; null for the rules built in
 * @param options whatever else that implementation takes
 */
public record ClassifierSettings(
        String name, String type, @Nullable Path file, Map<String, String> options) {

    public ClassifierSettings {
        options = Ordered.copyOf(options);
        Rules.of("classifiers." + name)
                .require(!name.isBlank(), "name", name, "must not be empty")
                .require(!type.isBlank(), "type", type, "must not be empty; rules is the type that comes with Hapax")
                .check();
    }

    /** Without the values of the options: one of them may be a credential. */
    @Override
    public String toString() {
        return "ClassifierSettings[name=" + name + ", type=" + type + ", file=" + file + ", options=" + options.keySet()
                + "]";
    }
}
