package dev.hapax.testkit;

import dev.hapax.classify.Classifier;
import dev.hapax.classify.UndecidableException;
import dev.hapax.domain.Content;
import dev.hapax.domain.Judgement;
import dev.hapax.domain.UnavailableException;
import dev.hapax.domain.Value;
import dev.hapax.testkit.SameAnswers.Subject;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A classifier that is shown the fields it asks for, as in Hapax, and no others. */
final class ClassifierSubject implements Subject<Sample> {

    private final String called;
    private final Classifier classifier;
    private final Set<String> fields;

    ClassifierSubject(String called, Classifier classifier) {
        this.called = called;
        this.classifier = classifier;
        this.fields = Set.copyOf(classifier.fields());
    }

    @Override
    public String description() {
        String version = classifier.version();
        if (version == null || version.isBlank()) {
            throw new AssertionError(called + " has no version");
        }
        return "version " + version + ", fields " + new TreeSet<>(classifier.fields());
    }

    @Override
    public void open() {
        classifier.open();
    }

    @Override
    public String answer(Sample sample) {
        try {
            Judgement judgement = classifier.classify(new Declared(sample));
            if (judgement == null) {
                throw new AssertionError(called + " returns null for " + sample
                        + ". Return a judgement, or throw an UndecidableException.");
            }
            if (judgement.score() < 0 || judgement.score() > 100) {
                throw new AssertionError(called + " returns the score " + judgement.score() + " for " + sample
                        + ". Return one from 0 to 100.");
            }
            return judgement.toString();
        } catch (UndecidableException e) {
            if (e.getMessage() == null || e.getMessage().isBlank()) {
                throw new AssertionError(called + " does not say why it cannot decide " + sample, e);
            }
            return "undecidable: " + e.getMessage();
        } catch (UnavailableException e) {
            throw new AssertionError(
                    called + " is unavailable for " + sample + ": " + e.getMessage()
                            + ". Start what it connects to, or check a provider with a stand-in.",
                    e);
        } catch (RuntimeException | StackOverflowError e) {
            throw new AssertionError(
                    called + " throws " + e + " for " + sample + ". Throw an UndecidableException with an explanation.",
                    e);
        }
    }

    @Override
    public void close() {
        classifier.close();
    }

    /** A sample of which only the declared fields may be asked for: in Hapax, the others are never there. */
    private final class Declared implements Content {

        private final Sample sample;

        Declared(Sample sample) {
            this.sample = sample;
        }

        @Override
        public @Nullable Value get(String field) {
            if (!fields.contains(field)) {
                throw new AssertionError(called + " asks for field '" + field + "' of " + sample
                        + ", but fields() lists only " + new TreeSet<>(fields)
                        + ". Hapax does not read fields that are not listed: add it.");
            }
            return sample.get(field);
        }

        @Override
        public boolean isTombstone() {
            return sample.isTombstone();
        }
    }
}
