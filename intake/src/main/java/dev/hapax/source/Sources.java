package dev.hapax.source;

import dev.hapax.classify.Classifier;
import dev.hapax.classify.Classifiers;
import dev.hapax.config.Settings;
import dev.hapax.config.SourceSettings;
import dev.hapax.intake.Formats;
import dev.hapax.intake.SourceReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All sources of an instance, by name and by topic. Open them before the first message is read. */
public final class Sources implements AutoCloseable {

    private final Settings settings;
    private final Formats formats;
    private final Map<String, Source> byName = new LinkedHashMap<>();
    private final Map<String, Source> byTopic = new HashMap<>();
    /** Those that are opened and closed here. */
    private final Collection<Classifier> classifiers;

    private final List<SourceReader> readers;
    private final Map<String, Classifier> byClassifierName;
    private boolean open;

    private Sources(
            Settings settings,
            Formats formats,
            List<Source> sources,
            Collection<Classifier> classifiers,
            List<SourceReader> readers,
            Map<String, Classifier> byClassifierName) {
        this.settings = settings;
        this.formats = formats;
        this.classifiers = classifiers;
        this.readers = readers;
        this.byClassifierName = Map.copyOf(byClassifierName);
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
        List<Source> sources = settings.sources().stream()
                .map(source -> source(source, settings, formats, made))
                .toList();
        return new Sources(
                settings,
                formats,
                sources,
                made.values(),
                sources.stream().map(Source::reader).toList(),
                made);
    }

    /**
     * These sources with other classifiers. What does not change is shared, so open these before and close them after.
     *
     * @param changed by the name of the classifier
     * @throws IllegalArgumentException when one asks for a field that a source cannot have, or delivers what the configuration
     *     cannot send
     */
    public Sources with(Map<String, Classifier> changed) {
        List<Source> sources = new ArrayList<>();
        List<SourceReader> fresh = new ArrayList<>();
        for (Source source : byName.values()) {
            if (changed.containsKey(source.settings().classifier())) {
                // Of a message, a reader reads no more than the classifier asks for.
                Source other = source(source.settings(), settings, formats, changed);
                fresh.add(other.reader());
                sources.add(other);
            } else {
                sources.add(source);
            }
        }
        Map<String, Classifier> all = new HashMap<>(byClassifierName);
        all.putAll(changed);
        Sources other = new Sources(settings, formats, sources, List.copyOf(changed.values()), fresh, all);
        other.requireChannels();
        return other;
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

    /** @throws IllegalArgumentException when a rule delivers what the configuration cannot send or approve */
    public void requireChannels() {
        List<String> problems = byName.values().stream()
                .map(Source::classifier)
                .distinct()
                .flatMap(classifier -> ChannelCheck.problems(classifier.deliveries(), settings.delivery()).stream())
                .toList();
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", problems));
        }
    }

    /**
     * The classifier of that name, whether a source uses it or not.
     *
     * @throws IllegalArgumentException when there is none
     */
    public Classifier classifier(String name) {
        Classifier classifier = byClassifierName.get(name);
        if (classifier == null) {
            throw new IllegalArgumentException("there is no classifier " + name);
        }
        return classifier;
    }

    /** Opens the classifiers and the readers. If one fails, those before it are closed. */
    public synchronized void open() {
        if (open) {
            return;
        }
        List<Runnable> opened = new ArrayList<>();
        try {
            for (Classifier classifier : classifiers) {
                classifier.open();
                opened.add(classifier::close);
            }
            for (SourceReader reader : readers) {
                reader.open();
                opened.add(reader::close);
            }
            open = true;
        } catch (RuntimeException e) {
            opened.forEach(close -> closeAfter(e, close));
            throw e;
        }
    }

    @Override
    public synchronized void close() {
        if (open) {
            open = false;
            readers.forEach(SourceReader::close);
            classifiers.forEach(Classifier::close);
        }
    }

    private static void closeAfter(RuntimeException failure, Runnable close) {
        try {
            close.run();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    public Collection<Source> all() {
        return Collections.unmodifiableCollection(byName.values());
    }

    public @Nullable Source named(String name) {
        return byName.get(name);
    }

    public @Nullable Source ofTopic(String topic) {
        return byTopic.get(topic);
    }

    /** The version of a classifier that is configured; "none" while no source uses it. */
    public String versionOf(String classifier) {
        return byName.values().stream()
                .filter(source -> source.settings().classifier().equals(classifier))
                .map(source -> source.classifier().version())
                .findFirst()
                .orElse("none");
    }

    /** Topics whose records are keyed by identity already, or those that are not. */
    public List<String> topics(boolean keyedByIdentity) {
        return byName.values().stream()
                .filter(source -> source.settings().keyedByIdentity() == keyedByIdentity)
                .map(source -> source.settings().topic())
                .toList();
    }
}
