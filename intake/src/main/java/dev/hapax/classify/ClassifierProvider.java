package dev.hapax.classify;

import dev.hapax.config.ClassifierSettings;

/** Makes classifiers of one type; found by {@link java.util.ServiceLoader}. */
public interface ClassifierProvider {

    /** What {@code classifiers.NAME.type} says to get one of these. */
    String type();

    /**
     * Makes a classifier. Must not connect to anything: {@link Classifier#open} does.
     *
     * @throws IllegalArgumentException with everything that is wrong with the settings or the file they name, and the
     *     remedy
     */
    Classifier create(ClassifierSettings settings);
}
