package dev.hapax.demo.stream;

import dev.hapax.domain.Header;
import dev.hapax.domain.Reason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One record of the stream of the demo. Records are produced in the order of the stream.
 *
 * @param partition always given: what happens to a message must not depend on where a producer would have put it
 * @param fate its outcome, whatever the order in which the partitions are read
 */
public record DemoMessage(
        String topic,
        int partition,
        byte @Nullable [] key,
        byte @Nullable [] value,
        List<Header> headers,
        long timestamp,
        Fate fate) {

    /**
     * The outcome of a message.
     *
     * @param reason why it is quarantined; null when it is not
     */
    public record Fate(Kind kind, @Nullable Reason reason) {

        /** The columns of the closing table. */
        public enum Kind {
            ADMITTED,
            DUPLICATE,
            REDELIVERY,
            QUARANTINED
        }

        static final Fate ADMITTED = new Fate(Kind.ADMITTED, null);
        static final Fate DUPLICATE = new Fate(Kind.DUPLICATE, null);
        static final Fate REDELIVERY = new Fate(Kind.REDELIVERY, null);

        static Fate quarantined(Reason reason) {
            return new Fate(Kind.QUARANTINED, reason);
        }
    }
}
