package dev.hapax.app.sample;

import com.fasterxml.jackson.core.JsonPointer;
import dev.hapax.config.IdentitySettings;
import dev.hapax.config.Settings;
import dev.hapax.config.SourceSettings;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** The source that sample messages are for: one that reads JSON and finds the identity in a field. */
record SampleTarget(SourceSettings source, JsonPointer identity) {

    /** @param name of the source; null for the first that fits */
    static SampleTarget of(Settings settings, @Nullable String name) {
        List<SourceSettings> named = settings.sources().stream()
                .filter(source -> name == null || source.name().equals(name))
                .toList();
        if (named.isEmpty()) {
            throw new IllegalArgumentException("--source: " + name
                    + " is not a source of the configuration. Use one of "
                    + settings.sources().stream().map(SourceSettings::name).collect(Collectors.joining(", ")));
        }
        for (SourceSettings source : named) {
            if (source.format().equals("json")
                    && source.identity() instanceof IdentitySettings.Field at
                    && at.field().startsWith("/")) {
                return new SampleTarget(source, JsonPointer.compile(at.field()));
            }
        }
        throw new IllegalArgumentException(
                "--source: sample messages need a source with format: json and identity.field with a JSON pointer such as /id."
                        + " The configuration has none.");
    }

    ProducerRecord<byte[], byte[]> record(SampleMessages.Message sample) {
        String namespace = source.namespace();
        String key = source.keyedByIdentity() && !namespace.isEmpty() ? namespace + ":" + sample.id() : sample.id();
        return new ProducerRecord<>(source.topic(), utf8(key), utf8(sample.value()));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
