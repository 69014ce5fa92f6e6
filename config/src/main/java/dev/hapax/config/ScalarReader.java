package dev.hapax.config;

import dev.hapax.yaml.YamlNode;
import org.jspecify.annotations.Nullable;

/** Reads single values: placeholders, type, and what may be shown of them. */
final class ScalarReader {

    private final SettingsPass reading;

    ScalarReader(SettingsPass reading) {
        this.reading = reading;
    }

    /** @param shown the value as it may be printed, masked when it is a secret */
    record Read<T>(T value, Object shown) {}

    /** Null when it cannot be read, which is then reported. */
    <T> @Nullable Read<T> read(String path, String key, YamlNode node, SettingType<T> type) {
        if (!(node instanceof YamlNode.Scalar scalar)) {
            reading.error(path, "must be a single value (" + type.name() + "), not " + node.kind());
            return null;
        }
        try {
            Placeholders.Resolved resolved = reading.placeholders().resolve(scalar.text());
            T value = type.parse().apply(resolved.text());
            Object shown = type.print().apply(value);
            if (resolved.secret()) {
                reading.secret(shown);
            }
            boolean masked = resolved.secret() || Masked.isSecret(key, resolved.text());
            return new Read<>(value, masked ? Masked.MASK : shown);
        } catch (IllegalArgumentException e) {
            reading.error(path, String.valueOf(e.getMessage()));
            return null;
        }
    }
}
