package dev.hapax.classify.rules;

import dev.hapax.classify.Classifier;
import dev.hapax.classify.ClassifierProvider;
import dev.hapax.config.ClassifierSettings;
import java.nio.file.Path;

/** Makes classifiers from rule files. */
public final class RulesProvider implements ClassifierProvider {

    @Override
    public String type() {
        return ClassifierSettings.RULES;
    }

    @Override
    public Classifier create(ClassifierSettings settings) {
        if (!settings.options().isEmpty()) {
            throw new IllegalArgumentException(
                    "classifiers.%s.options: %s: the rules classifier takes none; remove them."
                            .formatted(settings.name(), settings.options().keySet()));
        }
        Path file = settings.file();
        return new RulesClassifier(file == null ? RuleSet.builtIn() : RuleSet.load(file));
    }
}
