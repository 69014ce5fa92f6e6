package dev.hapax.testkit;

import dev.hapax.classify.Classifier;
import dev.hapax.classify.ClassifierProvider;
import dev.hapax.classify.UndecidableException;
import dev.hapax.config.ClassifierSettings;
import dev.hapax.domain.Content;
import dev.hapax.domain.Judgement;
import java.util.UUID;

/** Found by ServiceLoader. With the option {@code broken} it depends on when its class was loaded. */
public final class RegisteredProvider implements ClassifierProvider {

    private static final String LOADED = UUID.randomUUID().toString();

    @Override
    public String type() {
        return "registered";
    }

    @Override
    public Classifier create(ClassifierSettings settings) {
        boolean broken = settings.options().containsKey("broken");
        return new GivenClassifier() {
            @Override
            public Judgement classify(Content content) throws UndecidableException {
                return broken ? judgement(LOADED) : super.classify(content);
            }
        };
    }
}
