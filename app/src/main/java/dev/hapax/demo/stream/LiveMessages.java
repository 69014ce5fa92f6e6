package dev.hapax.demo.stream;

import java.time.Clock;
import java.time.Instant;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** What goes on coming in after the stream: messages of this moment, without end, now and then one a second time. */
public final class LiveMessages implements Iterator<DemoMessage> {

    private static final double COPIES = 0.15;

    private final long seed;
    private final Clock clock;
    private @Nullable Draft previous;
    private int position;

    public LiveMessages(long seed, Clock clock) {
        this.seed = seed;
        this.clock = clock;
    }

    @Override
    public boolean hasNext() {
        return true;
    }

    @Override
    public DemoMessage next() {
        position++;
        Dice dice = Dice.of(seed, position);
        Instant at = clock.instant();
        Draft last = previous;
        if (last != null && dice.chance(COPIES)) {
            return message(last, at, Fate.DUPLICATE);
        }
        // By the time, so that none of an earlier run on the same data is taken for it.
        String code = Long.toString(at.toEpochMilli(), Character.MAX_RADIX) + "-" + position;
        Draft draft = Feed.pick(dice).write(dice, code, at, false);
        previous = draft;
        return message(draft, at, Fate.ADMITTED);
    }

    private DemoMessage message(Draft draft, Instant at, Fate fate) {
        return new DemoMessage(
                draft.feed().topic(),
                Placement.source(draft, position % Placement.PARTITIONS),
                draft.key(),
                draft.value(),
                draft.headers(),
                at.toEpochMilli(),
                fate);
    }
}
