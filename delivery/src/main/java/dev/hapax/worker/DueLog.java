package dev.hapax.worker;

import dev.hapax.delivery.DeliveryEvent;
import java.util.List;
import java.util.Map;

/** One partition of the {@code due} topic, its claim log, and the way back to the ledger. */
public interface DueLog extends AutoCloseable {

    /** The claim was not recorded, and another worker owns the partition now. */
    final class FencedException extends Exception {
        private static final long serialVersionUID = 1L;

        public FencedException(Throwable cause) {
            super(cause);
        }
    }

    /** Whether the claim was recorded is unknown. {@link #open} finds out. */
    final class UnknownException extends Exception {
        private static final long serialVersionUID = 1L;

        public UnknownException(Throwable cause) {
            super(cause);
        }
    }

    /**
     * Takes over the partition: from now on nobody who opened it before can claim anything, and what they claimed is known.
     *
     * @return the offset of the last claimed record; -1 if none was claimed
     */
    long open() throws FencedException;

    /** Records behind an offset, in order; empty when there are none yet. */
    List<DueDelivery> poll(long afterOffset, int most);

    /** Records, in one transaction, that everything up to the offset is claimed, and by which events. */
    void claim(long upToOffset, Map<String, DeliveryEvent> events) throws FencedException, UnknownException;

    /** Starts to report to the ledger. Needs no ownership of the partition. */
    void report(Map<String, DeliveryEvent> events);

    /** Returns when every report is written, and tries for as long as it takes. A crash strands what is claimed and not reported. */
    void awaitReports();

    /** Writes the reports first. */
    @Override
    void close();
}
