package dev.hapax.demo.stream;

import dev.hapax.domain.Coordinates;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes the stream, message by message. */
final class Composer implements Iterator<DemoMessage> {

    /** {@code quarantine.max-attempts} of {@code demo.yaml}. */
    static final int MAX_ATTEMPTS = 5;

    private final int messages;
    private final Instant now;
    private final Dice dice;
    private final DemoStream.Quota quota;
    private final DemoOriginals originals;
    private final Pool<Feed.Written> replayable;
    private final Pool<Feed.Written> replayed;
    private final Pool<Feed.Written> broken;
    private final Map<String, long[]> offsets = new HashMap<>();
    private final Map<DemoStream.Share, Integer> turns = new EnumMap<>(DemoStream.Share.class);

    /** By topic, partition and guard: whether that partition has advanced the time of the guard. */
    private final Map<String, boolean[][]> reached = new HashMap<>();

    private int position;

    Composer(long seed, int messages, Instant now) {
        this.messages = messages;
        this.now = now;
        this.dice = Dice.of(seed, -1);
        this.quota = new DemoStream.Quota(messages, dice);
        this.originals = new DemoOriginals(seed, messages, now, dice);
        this.replayable = new Pool<>(dice);
        this.replayed = new Pool<>(dice);
        this.broken = new Pool<>(dice);
    }

    @Override
    public boolean hasNext() {
        return position < messages;
    }

    @Override
    public DemoMessage next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        Set<DemoStream.Share> impossible = EnumSet.noneOf(DemoStream.Share.class);
        while (true) {
            DemoStream.Share share = quota.draw(impossible);
            DemoMessage message = message(share);
            if (message != null) {
                quota.use(share);
                turns.merge(share, 1, Integer::sum);
                offsets(message.topic())[message.partition()]++;
                position++;
                return message;
            }
            impossible.add(share);
        }
    }

    /** Null if the stream has too few earlier messages for it. */
    private @Nullable DemoMessage message(DemoStream.Share share) {
        return switch (share) {
            case ORIGINAL -> original();
            case TOMBSTONE -> toGuard(share, tombstone());
            case COPY -> again(share, originals.within(position), false);
            case CONTRADICTION -> again(share, originals.within(position), true);
            case AFTER_TTL -> afterTtl(originals.beyond(position));
            case REPLAY -> replay(replayable.take());
            case REPLAY_TWICE -> replayTwice(replayed.take());
            case HOPELESS -> hopeless(broken.take());
            case LATE -> late();
            case AHEAD -> ahead();
            case UNDECIDABLE -> kept(share, toGuardWritten(poison(share).undecidable()));
            case UNREADABLE -> kept(share, written(poison(share).unreadable(), time()));
            case INVALID -> refused(share, poison(share).invalid());
            case WITHOUT_IDENTITY -> refused(share, poison(share).withoutIdentity());
            case TOO_LARGE -> refused(share, poison(share).tooLarge());
            case THROWING -> refused(share, poison(share).throwing());
        };
    }

    private DemoMessage original() {
        Feed.Written written = toGuardWritten(originals.draft(position, false));
        originals.admit(position);
        replayable.offer(written);
        return written.message(DemoStream.Share.ORIGINAL.fate());
    }

    private @Nullable DemoMessage again(DemoStream.Share share, int original, boolean altered) {
        return original < 0 ? null : toGuard(share, originals.draft(original, altered));
    }

    private @Nullable DemoMessage afterTtl(int original) {
        DemoMessage message = again(DemoStream.Share.AFTER_TTL, original, false);
        if (message != null) {
            originals.retire(original);
        }
        return message;
    }

    private @Nullable DemoMessage replay(Feed.@Nullable Written written) {
        if (written == null) {
            return null;
        }
        replayed.offer(written);
        return written.replay(1, 0, DemoStream.Share.REPLAY.fate());
    }

    private static @Nullable DemoMessage replayTwice(Feed.@Nullable Written written) {
        return written == null ? null : written.replay(1, 0, DemoStream.Share.REPLAY_TWICE.fate());
    }

    private static @Nullable DemoMessage hopeless(Feed.@Nullable Written written) {
        return written == null ? null : written.replay(MAX_ATTEMPTS, MAX_ATTEMPTS, DemoStream.Share.HOPELESS.fate());
    }

    /**
     * Days old, behind a current message of the same partition and the same guard, so it is late in whatever order partitions are
     * read.
     */
    private @Nullable DemoMessage late() {
        Instant at = now.minus(Duration.ofHours(48 + dice.below(72))).minusMillis(dice.below(3_600_000));
        for (int attempt = 0; attempt < DemoOriginals.attempts(); attempt++) {
            Feed.Written written = written(originals.draft(position, attempt, at), at);
            if (hasReachedGuardOf(written)) {
                return written.message(DemoStream.Share.LATE.fate());
            }
        }
        return null;
    }

    /** More than {@code limits.max-clock-skew} ahead, and less than the hour beyond which brokers refuse it. */
    private DemoMessage ahead() {
        Instant at = now.plus(Duration.ofMinutes(40)).plusMillis(dice.below(600_000));
        return written(originals.draft(position, 0, at), at).message(DemoStream.Share.AHEAD.fate());
    }

    private Feed.Draft tombstone() {
        return LegacyRows.row(DemoOriginals.code(position, 0), "").withValue(null);
    }

    private Poison poison(DemoStream.Share share) {
        return new Poison(
                originals.dice(position, 0), DemoOriginals.code(position, 0), time(), turns.getOrDefault(share, 0));
    }

    private DemoMessage kept(DemoStream.Share share, Feed.Written written) {
        broken.offer(written);
        return written.message(share.fate());
    }

    private DemoMessage refused(DemoStream.Share share, Feed.Draft draft) {
        return written(draft, time()).message(share.fate());
    }

    private DemoMessage toGuard(DemoStream.Share share, Feed.Draft draft) {
        return toGuardWritten(draft).message(share.fate());
    }

    private Feed.Written toGuardWritten(Feed.Draft draft) {
        Feed.Written written = written(draft, time());
        reached(written)[guard(written)] = true;
        return written;
    }

    private Feed.Written written(Feed.Draft draft, Instant at) {
        int partition = draft.partition(position % Feed.PARTITIONS);
        String topic = draft.feed().topic();
        return new Feed.Written(draft, new Coordinates(topic, partition, offsets(topic)[partition]), at.toEpochMilli());
    }

    private boolean hasReachedGuardOf(Feed.Written written) {
        return reached(written)[guard(written)];
    }

    private boolean[] reached(Feed.Written written) {
        return reached.computeIfAbsent(written.at().topic(), topic -> new boolean[Feed.PARTITIONS][Feed.PARTITIONS])[
                written.at().partition()];
    }

    private static int guard(Feed.Written written) {
        String identity = written.draft().identity();
        if (identity == null) {
            throw new IllegalStateException("no guard is asked about a message without identity");
        }
        return Feed.guardPartition(identity);
    }

    private long[] offsets(String topic) {
        return offsets.computeIfAbsent(topic, ignored -> new long[Feed.PARTITIONS]);
    }

    private Instant time() {
        return originals.time(position);
    }

    /** A few messages kept at hand, some of them for long; never more than a few, however long the stream. */
    static final class Pool<T> {

        private static final int SIZE = 32;
        private static final double TURNOVER = 0.05;

        private final List<T> kept = new ArrayList<>(SIZE);
        private final Dice dice;

        Pool(Dice dice) {
            this.dice = dice;
        }

        void offer(T one) {
            if (kept.size() < SIZE) {
                kept.add(one);
            } else if (dice.chance(TURNOVER)) {
                kept.set(dice.below(SIZE), one);
            }
        }

        /** Any of them, which is then no longer kept; null when there is none. */
        @Nullable
        T take() {
            return kept.isEmpty() ? null : kept.remove(dice.below(kept.size()));
        }
    }
}
