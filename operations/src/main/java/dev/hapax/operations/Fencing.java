package dev.hapax.operations;

import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;

/** Whether someone else has taken a transactional id since; a producer may wrap that, and say it late. */
public final class Fencing {

    private Fencing() {}

    public static boolean isCauseOf(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof ProducerFencedException || cause instanceof InvalidProducerEpochException) {
                return true;
            }
        }
        return false;
    }
}
