package dev.hapax.source;

import dev.hapax.classify.Classifier;
import dev.hapax.classify.ClassifierProvider;
import dev.hapax.classify.UndecidableException;
import dev.hapax.config.ClassifierSettings;
import dev.hapax.domain.Content;
import dev.hapax.domain.Judgement;
import dev.hapax.domain.Value;
import java.util.Set;

/** Makes a classifier that fails as the field {@code way} says; found as any other plug-in. */
public final class FailingClassifiers implements ClassifierProvider {

    @Override
    public String type() {
        return "test-failing";
    }

    @Override
    public Classifier create(ClassifierSettings settings) {
        return new Failing();
    }

    private static final class Failing implements Classifier {

        @Override
        public String version() {
            return "failing@1";
        }

        @Override
        public Set<String> fields() {
            return Set.of("way");
        }

        @Override
        @SuppressWarnings("NullAway") // A plug-in that answers null is what is to be survived.
        public Judgement classify(Content content) throws UndecidableException {
            String way = content.get("way") instanceof Value.Text text ? text.text() : "";
            return switch (way) {
                case "undecided" -> throw new UndecidableException("can't make up my mind");
                case "broken" -> throw new IllegalStateException("broken");
                case "endless" -> endless(0);
                case "silent" -> null;
                case "nameless" -> new Judgement(null, true, 0, "", "");
                default -> throw new IllegalArgumentException("unknown way " + way);
            };
        }

        private static Judgement endless(long depth) {
            return depth < 0 ? new Judgement("deep", false, 0, "", "") : endless(depth + 1);
        }
    }
}
