package dev.hapax.topology;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.Classification;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Intake;
import dev.hapax.domain.Judgement;
import dev.hapax.domain.RefusedException;
import dev.hapax.domain.UnavailableException;
import dev.hapax.source.Source;
import org.jspecify.annotations.Nullable;

/**
 * Classifies messages before they are moved to the partition of their identity. Intake has just read them there; on the other
 * side only the bytes are left, and a message would have to be read again. One task's thread uses it.
 */
final class EarlyClassification {

    /** A plug-in's reason may have any length, and a record that is too large could not be moved. */
    private static final int MOST_CHARACTERS = 4_096;

    /** A power of two. At 8 bytes each, 256 KiB for each partition of a source. */
    private static final int REMEMBERED = 1 << 15;

    private final CurrentSources sources;
    private final PipelineMetrics metrics;
    private final TimerSampling classifications = new TimerSampling();
    private final long[] recent = new long[REMEMBERED];

    EarlyClassification(CurrentSources sources, PipelineMetrics metrics) {
        this.sources = sources;
        this.metrics = metrics;
    }

    /** What is left without a classification gets one from {@link AdmissionProcessor}, if the guard admits it. */
    Intake.Arrived classify(Intake.Arrived arrived) {
        Arrival arrival = arrived.arrival();
        Source source = sources.ofThisThread().named(arrival.source());
        if (source == null || arrived.content() == null || isCopy(arrival)) {
            return arrived;
        }
        Classification classification = classify(source, arrived);
        return classification == null ? arrived : arrived.as(classification);
    }

    /**
     * Whether the same was here a moment ago, so that the guard will most likely hold it back. A guess that costs a message the second
     * reading when it is wrong, and spares a duplicate its classification when it is right.
     */
    private boolean isCopy(Arrival arrival) {
        Fingerprint content = arrival.fingerprint();
        long hash = content.low() + arrival.identity().hashCode();
        int slot = (int) (content.high() + arrival.identity().hashCode()) & (REMEMBERED - 1);
        boolean known = recent[slot] == hash;
        recent[slot] = hash;
        return known;
    }

    /** Null when it fails: only a message that the guard admits may be refused for that. */
    private @Nullable Classification classify(Source source, Intake.Arrived arrived) {
        Arrival arrival = arrived.arrival();
        try {
            long begin = classifications.begin();
            Classification classification = source.classify(arrival.message(), arrived.content());
            metrics.classified(arrival, begin);
            return size(classification.judgement()) > MOST_CHARACTERS ? null : classification;
        } catch (RefusedException | UnavailableException e) {
            return null;
        }
    }

    private static int size(Judgement judgement) {
        return judgement.label().length()
                + judgement.rule().length()
                + judgement.reason().length();
    }
}
