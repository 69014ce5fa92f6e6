package dev.hapax.topology;

import dev.hapax.classify.Classifier;
import dev.hapax.classify.ClassifierProvider;
import dev.hapax.classify.UndecidableException;
import dev.hapax.config.ClassifierSettings;
import dev.hapax.domain.Content;
import dev.hapax.domain.Judgement;
import dev.hapax.domain.UnavailableException;
import dev.hapax.domain.Value;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes a classifier that fails in whichever way a message asks for; a plug-in, found as any other. */
public final class MoodyClassifiers implements ClassifierProvider {

    /** How often the mood "unavailable" fails before it is fine. */
    static final AtomicInteger OUTAGE = new AtomicInteger();

    @Override
    public String type() {
        return "test-moody";
    }

    @Override
    public Classifier create(ClassifierSettings settings) {
        return new Moody();
    }

    private static final class Moody implements Classifier {

        @Override
        public String version() {
            return "moody@1";
        }

        @Override
        public Set<String> fields() {
            return Set.of("mood");
        }

        @Override
        @SuppressWarnings("NullAway") // A plug-in that answers null is what is to be survived.
        public Judgement classify(Content content) throws UndecidableException {
            String mood = content.get("mood") instanceof Value.Text text ? text.text() : "";
            return switch (mood) {
                case "undecided" -> throw new UndecidableException("can't make up my mind");
                case "broken" -> throw new IllegalStateException("wrapper", new ArithmeticException("the root of it"));
                case "verbose" -> throw new IllegalStateException("é".repeat(50_000));
                case "endless" -> endless(0);
                case "unavailable" -> {
                    if (OUTAGE.getAndDecrement() > 0) {
                        throw new UnavailableException("the model does not answer");
                    }
                    yield new Judgement("late but fine", false, 1, "", "moody");
                }
                case "silent" -> null;
                case "rambling" -> new Judgement("fine", true, 1, "é".repeat(50_000), "moody");
                case "nameless" -> new Judgement(null, true, 0, "", "");
                default -> new Judgement("fine", true, 1, "all is well", "moody");
            };
        }

        private static Judgement endless(long depth) {
            return depth < 0 ? new Judgement("deep", false, 0, "", "") : endless(depth + 1);
        }
    }
}
