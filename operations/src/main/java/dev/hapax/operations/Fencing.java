package dev.hapax.operations;

import java.util.Set;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;

/**
 * Whether another producer has taken over a transactional id. A producer may wrap the exception, or report it late. If
 * its transaction was aborted by the other one just before it commits, the coordinator answers that there is none.
 */
public final class Fencing {

    private static final Set<Class<?>> SIGNS =
            Set.of(ProducerFencedException.class, InvalidProducerEpochException.class, InvalidTxnStateException.class);

    private Fencing() {}

    public static boolean isCauseOf(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (SIGNS.contains(cause.getClass())) {
                return true;
            }
        }
        return false;
    }
}
