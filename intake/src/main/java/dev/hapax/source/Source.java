package dev.hapax.source;

import dev.hapax.classify.Classifier;
import dev.hapax.classify.UndecidableException;
import dev.hapax.config.LimitSettings;
import dev.hapax.config.SourceSettings;
import dev.hapax.domain.Arrival;
import dev.hapax.domain.Classification;
import dev.hapax.domain.Content;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Intake;
import dev.hapax.domain.Judgement;
import dev.hapax.domain.Message;
import dev.hapax.domain.Reason;
import dev.hapax.domain.RefusedException;
import dev.hapax.domain.UnavailableException;
import dev.hapax.intake.SourceReader;
import dev.hapax.intake.mail.DeliveryReport;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One source: its reader, its window, its classifier.
 *
 * @param version of everything a decision depends on beside the message: the classifier, and how messages are read for it
 */
public record Source(SourceSettings settings, SourceReader reader, Classifier classifier, String version) {

    /** @param limits those the reader keeps */
    public static Source of(SourceSettings settings, LimitSettings limits, SourceReader reader, Classifier classifier) {
        return new Source(settings, reader, classifier, SourceVersion.of(settings, limits, classifier));
    }

    public String name() {
        return settings.name();
    }

    /** The version of its decisions if another version of its classifier made them. */
    public String versionBy(String classifierVersion) {
        return classifierVersion + version.substring(classifier.version().length());
    }

    /** Milliseconds within which two messages of one identity are one. */
    public long ttl() {
        return settings.ttl().toMillis();
    }

    /** Whether a field has the event time of its messages, so that the timestamp of their records does not count. */
    public boolean readsEventTime() {
        return settings.eventTime() != null;
    }

    public Intake read(Message message, int generation, int attempts) {
        return reader.read(message, generation, attempts);
    }

    /**
     * What an admitted message is, of which only the arrival is left: reads it again.
     *
     * @throws RefusedException when it cannot be decided
     */
    public Decision decide(Arrival arrival) throws RefusedException {
        return decide(arrival, classify(arrival.message(), null));
    }

    /**
     * What an admitted message is. Depends on the message and the classifier alone.
     *
     * @param content what {@link #read} read of it; null to read it again
     * @throws RefusedException when it cannot be decided
     */
    public Decision decide(Arrival arrival, @Nullable Content content) throws RefusedException {
        return decide(arrival, classify(arrival.message(), content));
    }

    /** What a message is that was classified before. */
    public static Decision decide(Arrival arrival, Classification classification) {
        return new Decision(
                arrival.identity(),
                arrival.generation(),
                arrival.source(),
                arrival.message().at(),
                arrival.message().timestamp(),
                arrival.fingerprint(),
                classification.judgement(),
                classification.classifier());
    }

    /**
     * Classifies a message, whether it will be admitted or not. Depends on the message and the classifier alone.
     *
     * @param content what {@link #read} read of it; null to read it again
     * @throws RefusedException when it cannot be decided
     */
    public Classification classify(Message message, @Nullable Content content) throws RefusedException {
        DeliveryReport report = report(message);
        return new Classification(
                report != null ? report.judgement() : judge(content == null ? reader.content(message) : content),
                version);
    }

    /**
     * What a mail server reports of a delivery; null if the message is no such report, or if this source has none.
     *
     * @throws RefusedException when it is one that can't be read, or that names no delivery
     */
    public @Nullable DeliveryReport report(Message message) throws RefusedException {
        byte[] value = message.value();
        if (!settings.bounces() || value == null) {
            return null;
        }
        try {
            return DeliveryReport.of(value);
        } catch (RuntimeException | StackOverflowError e) {
            throw new RefusedException(Reason.INTERNAL, "a delivery status notification could not be read: " + e, e);
        }
    }

    private Judgement judge(Content content) throws RefusedException {
        try {
            return Objects.requireNonNull(classifier.classify(content), "no judgement");
        } catch (UnavailableException e) {
            throw e;
        } catch (UndecidableException e) {
            throw new RefusedException(Reason.CLASSIFIER_FAILED, String.valueOf(e.getMessage()), e);
        } catch (RuntimeException | StackOverflowError e) {
            // A plug-in's defect concerns this message; the ones behind it may be fine.
            throw new RefusedException(
                    Reason.CLASSIFIER_FAILED, "classifier " + classifier.version() + " threw " + e, e);
        }
    }
}
