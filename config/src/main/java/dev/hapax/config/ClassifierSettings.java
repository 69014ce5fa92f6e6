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
 * @param reload whether instances take over rules that an operator applies, without a restart
 */
public record ClassifierSettings(
        String name, String type, @Nullable Path file, Map<String, String> options, boolean reload) {

    /** The implementation that comes with Hapax, and the only one that reloads. */
    public static final String RULES = "rules";

    public ClassifierSettings {
        options = Ordered.copyOf(options);
        Rules.of("classifiers." + name)
                .require(!name.isBlank(), "name", name, "must not be empty")
                .require(!type.isBlank(), "type", type, "must not be empty; rules is the type that comes with Hapax")
                .require(
                        !reload || type.equals(RULES),
                        "reload",
                        reload,
                        "works with type rules only, and this is type " + type
                                + ". Remove it, and restart the instances after a change")
                .check();
    }

    /** One that does not reload. */
    public ClassifierSettings(String name, String type, @Nullable Path file, Map<String, String> options) {
        this(name, type, file, options, false);
    }

    /** Without the values of the options: one of them may be a credential. */
    @Override
    public String toString() {
        return "ClassifierSettings[name=" + name + ", type=" + type + ", file=" + file + ", options=" + options.keySet()
                + ", reload=" + reload + "]";
    }
}
