package dev.hapax.testkit;

import dev.hapax.classify.Classifier;
import dev.hapax.classify.ClassifierProvider;
import dev.hapax.classify.UndecidableException;
import dev.hapax.config.ClassifierSettings;
import dev.hapax.domain.Content;
import dev.hapax.domain.Judgement;
import dev.hapax.domain.Value;
import java.math.BigDecimal;
import java.util.Set;
import java.util.function.Function;

/** A classifier that is right until a test makes it wrong: the label is the size of the field amount. */
class GivenClassifier implements Classifier {

    @Override
    public String version() {
        return "given@1";
    }

    @Override
    public Set<String> fields() {
        return Set.of("amount");
    }

    @Override
    public Judgement classify(Content content) throws UndecidableException {
        return judgement(amount(content).compareTo(BigDecimal.TEN) < 0 ? "small" : "large");
    }

    static Judgement judgement(String label) {
        return new Judgement(label, false, 0, "because", "only-rule");
    }

    static BigDecimal amount(Content content) throws UndecidableException {
        if (content.get("amount") instanceof Value.Amount amount) {
            return amount.number();
        }
        throw new UndecidableException("amount is not a number");
    }

    /** Makes such classifiers for settings. */
    record Provider(Function<ClassifierSettings, Classifier> made) implements ClassifierProvider {
        @Override
        public String type() {
            return "given";
        }

        @Override
        public Classifier create(ClassifierSettings settings) {
            return made.apply(settings);
        }
    }
}
