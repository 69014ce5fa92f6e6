package dev.hapax.source;

import dev.hapax.classify.Classifier;
import dev.hapax.classify.Classifiers;
import dev.hapax.config.Settings;
import dev.hapax.config.SourceSettings;
import dev.hapax.intake.Formats;
import dev.hapax.intake.SourceReader;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All sources of an instance, by name and by topic. */
public final class Sources {

    private final Map<String, Source> byName = new LinkedHashMap<>();
    private final Map<String, Source> byTopic = new HashMap<>();

    private Sources(List<Source> sources) {
        for (Source source : sources) {
            byName.put(source.name(), source);
            byTopic.put(source.settings().topic(), source);
        }
    }

    /**
     * Makes the sources a configuration describes.
     *
     * @throws IllegalArgumentException when a format, a field or a rule file is not usable, with what and why
     */
    public static Sources of(Settings settings, Formats formats, Classifiers classifiers) {
        Map<String, Classifier> made = new HashMap<>();
        settings.classifiers().forEach((name, classifier) -> made.put(name, classifiers.create(classifier)));
        return new Sources(settings.sources().stream()
                .map(source -> source(source, settings, formats, made))
                .toList());
    }

    private static Source source(
            SourceSettings source, Settings settings, Formats formats, Map<String, Classifier> classifiers) {
        Classifier classifier = classifiers.get(source.classifier());
        if (classifier == null) {
            throw new IllegalArgumentException("source " + source.name() + " names classifier " + source.classifier()
                    + ", which is not configured");
        }
        SourceReader reader = SourceReader.of(source, settings.limits(), formats, classifier.fields());
        return Source.of(source, settings.limits(), reader, classifier);
    }

    public @Nullable Source named(String name) {
        return byName.get(name);
    }

    public @Nullable Source ofTopic(String topic) {
        return byTopic.get(topic);
    }

    /** Topics whose records are keyed by identity already, or those that are not. */
    public List<String> topics(boolean keyedByIdentity) {
        return byName.values().stream()
                .filter(source -> source.settings().keyedByIdentity() == keyedByIdentity)
                .map(source -> source.settings().topic())
                .toList();
    }
}
