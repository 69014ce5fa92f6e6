package dev.hapax.operations.verify;

import dev.hapax.operations.verify.Fact.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Something is wrong with a message.
 *
 * @param shown the record that shows it
 * @param other a second one that belongs to it
 */
record Finding(
        Fault fault,
        RecordPosition about,
        int generation,
        Trace shown,
        @Nullable Trace other) {

    /** Each way in which something can be wrong, and the name it goes by. */
    enum Fault {
        NO_OUTCOME(AnomalyName.LOST),
        ONLY_A_REDELIVERY(AnomalyName.LOST),
        FIRST_WITHOUT_OUTCOME(AnomalyName.LOST),
        DECIDED_TWICE(AnomalyName.DUPLICATED),
        IDENTITY_DECIDED_TWICE(AnomalyName.DUPLICATED),
        ALERTED_TWICE(AnomalyName.DUPLICATED),
        NO_INPUT(AnomalyName.INVENTED),
        NO_COORDINATES(AnomalyName.INVENTED),
        TWO_OUTCOMES(AnomalyName.CONFLICTING),
        OTHER_DECISION(AnomalyName.CHANGED),
        NOT_DECIDABLE(AnomalyName.CHANGED),
        NOT_READABLE(AnomalyName.CHANGED),
        ALERT_WITHOUT_DECISION(AnomalyName.CHANGED),
        ALERT_DIFFERS(AnomalyName.CHANGED),
        ALERT_OF_UNIMPORTANT(AnomalyName.CHANGED),
        ALERT_MISSING(AnomalyName.CHANGED);

        private final AnomalyName anomaly;

        Fault(AnomalyName anomaly) {
            this.anomaly = anomaly;
        }

        AnomalyName anomaly() {
            return anomaly;
        }
    }

    /** A record by its kind and spot, which is all that is needed to read it again. */
    record Trace(Kind kind, PackedPosition at) {
        static Trace of(Fact fact) {
            return new Trace(fact.kind(), fact.at());
        }
    }

    static Finding of(Fault fault, Fact shown) {
        return new Finding(fault, shown.about(), shown.generation(), Trace.of(shown), null);
    }

    static Finding of(Fault fault, Fact shown, Fact other) {
        return new Finding(fault, shown.about(), shown.generation(), Trace.of(shown), Trace.of(other));
    }
}
