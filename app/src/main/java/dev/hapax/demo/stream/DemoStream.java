package dev.hapax.demo.stream;

import dev.hapax.domain.Reason;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a demo, in the order in which they are produced. The same seed and number give the same messages, apart from
 * their times, which are before {@code now}. They give the same final table, in whatever order partitions are read. Memory is one
 * bit for each message, so a stream may be long. Each iterator starts from the beginning.
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
     * @param messages the exact number, including those of the replays topic
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

    /** The messages after the stream: an endless sequence with current times, some of them duplicates. */
    public static final class LiveMessages implements Iterator<DemoMessage> {

        private static final double COPIES = 0.15;

        private final long seed;
        private final Clock clock;
        private Feed.@Nullable Draft previous;
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
            Feed.Draft last = previous;
            if (last != null && dice.chance(COPIES)) {
                return message(last, at, DemoMessage.Fate.DUPLICATE);
            }
            // By the time, so that none of an earlier run on the same data is taken for it.
            String code = Long.toString(at.toEpochMilli(), Character.MAX_RADIX) + "-" + position;
            Feed.Draft draft = Feed.pick(dice).write(dice, code, at, false);
            previous = draft;
            return message(draft, at, DemoMessage.Fate.ADMITTED);
        }

        private DemoMessage message(Feed.Draft draft, Instant at, DemoMessage.Fate fate) {
            return new DemoMessage(
                    draft.feed().topic(),
                    draft.partition(position % Feed.PARTITIONS),
                    draft.key(),
                    draft.value(),
                    draft.headers(),
                    at.toEpochMilli(),
                    fate);
        }
    }

    /** The messages still to write, by share. Shares are drawn at random until each has its number. */
    static final class Quota {

        private final Map<Share, Integer> left = new EnumMap<>(Share.class);
        private final Dice dice;

        Quota(int messages, Dice dice) {
            this.dice = dice;
            int others = 0;
            for (Share share : Share.values()) {
                left.put(share, share.of(messages));
                others += share.of(messages);
            }
            left.put(Share.ORIGINAL, messages - others);
        }

        /**
         * A share that has messages left; originals if none has.
         *
         * @param except shares that cannot be written now
         */
        Share draw(Set<Share> except) {
            Set<Share> possible = EnumSet.allOf(Share.class);
            possible.removeAll(except);
            int all = 0;
            for (Share share : possible) {
                all += left(share);
            }
            if (all == 0) {
                return Share.ORIGINAL;
            }
            int drawn = dice.below(all);
            for (Share share : possible) {
                drawn -= left(share);
                if (drawn < 0) {
                    return share;
                }
            }
            throw new IllegalStateException("the numbers do not add up");
        }

        void use(Share share) {
            left.merge(share, -1, Integer::sum);
        }

        /** Below zero only for originals, which replace messages of a share that could not be written. */
        private int left(Share share) {
            return Math.max(0, left.getOrDefault(share, 0));
        }
    }

    /** The kinds of messages in the stream, the share of each, and its least number. */
    enum Share {
        /** New and readable. The rest of the stream. */
        ORIGINAL(DemoMessage.Fate.Kind.ADMITTED, 0, 0),
        /** A deleted row: a key without a value. */
        TOMBSTONE(DemoMessage.Fate.Kind.ADMITTED, 0.002, 2),
        /** The same bytes again, soon or hours later. */
        COPY(DemoMessage.Fate.Kind.DUPLICATE, 0.10, 20),
        /** The same bytes again, after the TTL of the first. */
        AFTER_TTL(DemoMessage.Fate.Kind.ADMITTED, 0.002, 1),
        /** The same identity, other content. */
        CONTRADICTION(Reason.CONFLICT, 0.01, 2),
        /** An original that an operator replays. */
        REPLAY(DemoMessage.Fate.Kind.ADMITTED, 0.002, 2),
        /** That replay, written a second time. */
        REPLAY_TWICE(DemoMessage.Fate.Kind.REDELIVERY, 0.001, 1),
        /** A broken message that was replayed as often as is allowed. */
        HOPELESS(Reason.RETRIES_EXHAUSTED, 0.001, 1),
        UNREADABLE(Reason.UNREADABLE, 0.012, 5),
        INVALID(Reason.INVALID, 0.007, 3),
        WITHOUT_IDENTITY(Reason.NO_IDENTITY, 0.005, 2),
        /** Few: each is as large as a hundred others. */
        TOO_LARGE(Reason.TOO_LARGE, 0.0002, 1),
        AHEAD(Reason.IN_THE_FUTURE, 0.002, 1),
        LATE(Reason.LATE, 0.002, 1),
        UNDECIDABLE(Reason.CLASSIFIER_FAILED, 0.004, 2),
        THROWING(Reason.INTERNAL, 0.003, 1);

        private final DemoMessage.Fate.Kind kind;
        private final @Nullable Reason reason;
        private final double share;
        private final int least;

        Share(DemoMessage.Fate.Kind kind, double share, int least) {
            this.kind = kind;
            this.reason = null;
            this.share = share;
            this.least = least;
        }

        Share(Reason reason, double share, int least) {
            this.kind = DemoMessage.Fate.Kind.QUARANTINED;
            this.reason = reason;
            this.share = share;
            this.least = least;
        }

        DemoMessage.Fate fate() {
            return new DemoMessage.Fate(kind, reason);
        }

        /** Its number in a stream of this many messages; 0 for originals, which get the rest. */
        int of(int messages) {
            return (int) Math.max(least, Math.round(messages * share));
        }
    }
}
