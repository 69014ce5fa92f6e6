package dev.hapax.topology;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.Classification;
import dev.hapax.domain.ClassifiedArrival;
import dev.hapax.domain.Judgement;
import dev.hapax.domain.RefusedException;
import dev.hapax.intake.Intake;
import dev.hapax.source.Source;
import dev.hapax.source.Sources;
import org.apache.kafka.streams.processor.api.ContextualFixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.jspecify.annotations.Nullable;

/**
 * Classifies a message before it is moved to the partition of its identity. Intake has just read it here; on the other side
 * only its bytes are left, and it would have to be read again.
 */
final class ClassifyingBeforeMove extends ContextualFixedKeyProcessor<String, Intake.Arrived, ClassifiedArrival> {

    /** A plug-in's reason may have any length, and a record that is too large could not be moved. */
    private static final int MOST_CHARACTERS = 4_096;

    private final Sources sources;
    private final Witness witness;
    private final Sampling classifications = new Sampling();

    ClassifyingBeforeMove(Sources sources, Witness witness) {
        this.sources = sources;
        this.witness = witness;
    }

    @Override
    public void process(FixedKeyRecord<String, Intake.Arrived> record) {
        Intake.Arrived arrived = record.value();
        context().forward(record.withValue(new ClassifiedArrival(arrived.arrival(), classify(arrived))));
    }

    /** Null leaves it to {@link Admission}: only a message that the guard admits may be refused by its classifier. */
    private @Nullable Classification classify(Intake.Arrived arrived) {
        Arrival arrival = arrived.arrival();
        Source source = sources.named(arrival.source());
        if (source == null || arrived.content() == Intake.Arrived.UNREAD) {
            return null;
        }
        try {
            long begin = classifications.begin();
            Classification classification = source.classify(arrival.message(), arrived.content());
            witness.classified(arrival, begin);
            return size(classification.judgement()) > MOST_CHARACTERS ? null : classification;
        } catch (RefusedException e) {
            return null;
        }
    }

    private static int size(Judgement judgement) {
        return judgement.label().length()
                + judgement.rule().length()
                + judgement.reason().length();
    }
}
