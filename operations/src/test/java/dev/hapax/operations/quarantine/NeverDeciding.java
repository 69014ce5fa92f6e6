package dev.hapax.operations.quarantine;

import dev.hapax.classify.Classifier;
import dev.hapax.classify.ClassifierProvider;
import dev.hapax.classify.UndecidableException;
import dev.hapax.config.ClassifierSettings;
import dev.hapax.domain.Content;
import dev.hapax.domain.Judgement;
import java.util.Set;

/** The classifier {@code test-never}, which decides nothing. */
public final class NeverDeciding implements ClassifierProvider {

    @Override
    public String type() {
        return "test-never";
    }

    @Override
    public Classifier create(ClassifierSettings settings) {
        return new Classifier() {
            @Override
            public String version() {
                return "never@1";
            }

            @Override
            public Set<String> fields() {
                return Set.of();
            }

            @Override
            public Judgement classify(Content content) throws UndecidableException {
                throw new UndecidableException("this one never decides");
            }
        };
    }
}
