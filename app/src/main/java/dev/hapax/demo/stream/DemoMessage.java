package dev.hapax.demo.stream;

import dev.hapax.domain.Header;
import dev.hapax.domain.Reason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One record of the demo's stream, to be produced as it stands, in the order of the stream.
 *
 * @param partition always given: what happens to a message must not depend on where a producer would have put it
 * @param fate what must become of it, whichever way the partitions are interleaved
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
     * What is to become of a message.
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
