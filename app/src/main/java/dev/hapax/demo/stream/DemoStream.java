package dev.hapax.demo.stream;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Iterator;

/**
 * The messages of a demo, to be produced in this order. The same seed and number make the same messages, but for their times,
 * which lie before {@code now}; and the same closing table, whichever way the partitions' consumption interleaves. Nothing is
 * held but one bit for each message, so a stream may be long; each iterator begins it anew.
 */
public final class DemoStream implements Iterable<DemoMessage> {

    /** Fewer would not have a message for every reason of quarantine among them and still be mostly fine. */
    static final int LEAST_MESSAGES = 200;

    private final long seed;
    private final int messages;
    private final Instant now;

    private DemoStream(long seed, int messages, Instant now) {
        this.seed = seed;
        this.messages = messages;
        this.now = now;
    }

    /**
     * @param messages so many exactly, those of the replays topic included
     * @throws IllegalArgumentException when there are too few to show everything
     */
    public static DemoStream of(long seed, int messages, Instant now) {
        if (messages < LEAST_MESSAGES) {
            throw new IllegalArgumentException("--messages must be at least " + LEAST_MESSAGES + ": with " + messages
                    + " there is no room to show every reason of quarantine");
        }
        return new DemoStream(seed, messages, now.truncatedTo(ChronoUnit.MILLIS));
    }

    int size() {
        return messages;
    }

    @Override
    public Iterator<DemoMessage> iterator() {
        return new Composer(seed, messages, now);
    }
}
