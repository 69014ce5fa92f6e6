package com.example.limits;

import dev.hapax.classify.Classifier;
import dev.hapax.classify.ClassifierProvider;
import dev.hapax.config.ClassifierSettings;
import java.nio.file.Path;
import java.util.Set;

/** Makes classifiers of the type {@code amount-limits} from the settings {@code classifiers.NAME}. */
public final class LimitsProvider implements ClassifierProvider {

    private static final String LABEL = "label";

    @Override
    public String type() {
        return "amount-limits";
    }

    @Override
    public Classifier create(ClassifierSettings settings) {
        String key = "classifiers." + settings.name();
        for (String option : settings.options().keySet()) {
            if (!Set.of(LABEL).contains(option)) {
                throw new IllegalArgumentException(
                        key + ".options." + option + " is not an option of amount-limits; it has " + LABEL + ".");
            }
        }
        Path file = settings.file();
        if (file == null) {
            throw new IllegalArgumentException(key + ".file: name a file with lines such as EUR,500.");
        }
        String label = settings.options().getOrDefault(LABEL, "large");
        return new LimitsClassifier(new LimitsFile(file), label);
    }
}
