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
        String name, String type, @Nullable Path file, Map<String, String> options) {}
