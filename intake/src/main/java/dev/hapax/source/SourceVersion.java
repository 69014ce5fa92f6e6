package dev.hapax.source;

import dev.hapax.classify.Classifier;
import dev.hapax.config.FieldSettings;
import dev.hapax.config.IdentitySettings;
import dev.hapax.config.LimitSettings;
import dev.hapax.config.SourceSettings;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The version in every decision: of the classifier, and of the settings by which messages are read for it. The same
 * bytes under the same version lead to the same decision.
 */
final class SourceVersion {

    /** Goes up when the same settings would read a message in another way. */
    private static final String MEANING = "hapax-reading-1";

    private static final int DIGITS = 8;

    private final StringBuilder out = new StringBuilder();

    private SourceVersion() {}

    /** Such as {@code rules@cf8c83929e9c+1a2b3c4d}. */
    static String of(SourceSettings source, LimitSettings limits, Classifier classifier) {
        SourceVersion form = new SourceVersion();
        form.add(MEANING).add(source.format()).add(source.namespace());
        form.add(source.keyedByIdentity()).add(source.onMissingIdentity());
        form.identity(source.identity());
        form.list(source.fingerprint());
        Map<String, FieldSettings> fields = new TreeMap<>(source.fields());
        form.add(fields.size());
        fields.forEach((name, field) ->
                form.add(name).add(field.at()).add(field.type()).add(field.required()));
        if (!source.formatOptions().isEmpty()) {
            // Only where there are any, so that versions of sources without options stay as they are.
            Map<String, String> options = new TreeMap<>(source.formatOptions());
            form.add(options.size());
            options.forEach((name, value) -> form.add(name).add(value));
        }
        if (source.eventTime() != null) {
            // As above.
            form.add("event-time").add(source.eventTime());
        }
        if (source.bounces()) {
            // As above.
            form.add("bounces-1");
        }
        form.add(limits.maxMessageBytes()).add(limits.maxDepth()).add(limits.maxIdentityLength());
        return classifier.version() + "+" + form.digest();
    }

    private void identity(IdentitySettings identity) {
        add(identity.getClass().getSimpleName());
        if (identity instanceof IdentitySettings.Header header) {
            add(header.name());
        } else if (identity instanceof IdentitySettings.Template template) {
            add(template.template());
        } else {
            list(identity.fields());
        }
    }

    private void list(List<String> texts) {
        add(texts.size());
        texts.forEach(this::add);
    }

    /** A length in front of each text, so that no two different settings read alike. */
    private SourceVersion add(Object value) {
        String text = value.toString();
        out.append(text.length()).append(':').append(text).append(' ');
        return this;
    }

    private String digest() {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(out.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
