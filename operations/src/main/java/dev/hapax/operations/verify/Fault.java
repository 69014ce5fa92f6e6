package dev.hapax.operations.verify;

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
