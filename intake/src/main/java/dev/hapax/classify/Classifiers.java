package dev.hapax.classify;

import dev.hapax.config.ClassifierSettings;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;

/** The kinds of classifier there are: {@code rules}, and whatever else is on the class path. */
public final class Classifiers {

    private final Map<String, ClassifierProvider> providers;

    private Classifiers(Map<String, ClassifierProvider> providers) {
        this.providers = providers;
    }

    /** Every provider on the class path; {@code rules} comes with Hapax, and is found the way a plug-in is. */
    public static Classifiers installed() {
        return of(ServiceLoader.load(ClassifierProvider.class, ClassifierProvider.class.getClassLoader()));
    }

    static Classifiers of(Iterable<ClassifierProvider> found) {
        Map<String, ClassifierProvider> providers = new TreeMap<>();
        for (ClassifierProvider provider : found) {
            ClassifierProvider other = providers.putIfAbsent(provider.type(), provider);
            if (other != null) {
                throw new IllegalStateException("Two classifiers call themselves " + provider.type() + ": "
                        + other.getClass().getName() + " and "
                        + provider.getClass().getName() + "; take one of them off the class path.");
            }
        }
        return new Classifiers(providers);
    }

    /** What {@code classifiers.NAME.type} may say. */
    public Set<String> types() {
        return Set.copyOf(providers.keySet());
    }

    /** @throws IllegalArgumentException when there is no such type, or when its provider refuses the settings */
    public Classifier create(ClassifierSettings settings) {
        ClassifierProvider provider = providers.get(settings.type());
        if (provider == null) {
            throw new IllegalArgumentException(
                    "classifiers.%s.type: %s is unknown; use one of: %s, or put the jar that brings it on the class path."
                            .formatted(settings.name(), settings.type(), String.join(", ", providers.keySet())));
        }
        return provider.create(settings);
    }
}
