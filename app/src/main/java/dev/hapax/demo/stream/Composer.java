package dev.hapax.demo.stream;

import dev.hapax.domain.Coordinates;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Iterator;
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
    private final Cast cast;
    private final DemoOriginals originals;
    private final Pool<Written> replayable;
    private final Pool<Written> replayed;
    private final Pool<Written> broken;
    private final Map<String, long[]> offsets = new HashMap<>();
    private final Map<DemoShare, Integer> turns = new EnumMap<>(DemoShare.class);

    /** By topic, partition and guard: whether the guard has been brought forward by that partition. */
    private final Map<String, boolean[][]> reached = new HashMap<>();

    private int position;

    Composer(long seed, int messages, Instant now) {
        this.messages = messages;
        this.now = now;
        this.dice = Dice.of(seed, -1);
        this.cast = new Cast(messages, dice);
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
        Set<DemoShare> impossible = EnumSet.noneOf(DemoShare.class);
        while (true) {
            DemoShare part = cast.draw(impossible);
            DemoMessage message = play(part);
            if (message != null) {
                cast.played(part);
                turns.merge(part, 1, Integer::sum);
                offsets(message.topic())[message.partition()]++;
                position++;
                return message;
            }
            impossible.add(part);
        }
    }

    /** Null when the stream has not come far enough for that part. */
    private @Nullable DemoMessage play(DemoShare part) {
        return switch (part) {
            case ORIGINAL -> original();
            case TOMBSTONE -> toGuard(part, tombstone());
            case COPY -> again(part, originals.within(position), false);
            case CONTRADICTION -> again(part, originals.within(position), true);
            case ANEW -> anew(originals.beyond(position));
            case REPLAY -> replay(replayable.take());
            case REPLAY_TWICE -> replayTwice(replayed.take());
            case HOPELESS -> hopeless(broken.take());
            case LATE -> late();
            case AHEAD -> ahead();
            case UNDECIDABLE -> kept(part, toGuardWritten(poison(part).undecidable()));
            case UNREADABLE -> kept(part, written(poison(part).unreadable(), time()));
            case INVALID -> refused(part, poison(part).invalid());
            case WITHOUT_IDENTITY -> refused(part, poison(part).withoutIdentity());
            case TOO_LARGE -> refused(part, poison(part).tooLarge());
            case THROWING -> refused(part, poison(part).throwing());
        };
    }

    private DemoMessage original() {
        Written written = toGuardWritten(originals.draft(position, false));
        originals.admit(position);
        replayable.offer(written);
        return written.message(DemoShare.ORIGINAL.fate());
    }

    private @Nullable DemoMessage again(DemoShare part, int original, boolean altered) {
        return original < 0 ? null : toGuard(part, originals.draft(original, altered));
    }

    private @Nullable DemoMessage anew(int original) {
        DemoMessage message = again(DemoShare.ANEW, original, false);
        if (message != null) {
            originals.retire(original);
        }
        return message;
    }

    private @Nullable DemoMessage replay(@Nullable Written written) {
        if (written == null) {
            return null;
        }
        replayed.offer(written);
        return written.replay(1, 0, DemoShare.REPLAY.fate());
    }

    private static @Nullable DemoMessage replayTwice(@Nullable Written written) {
        return written == null ? null : written.replay(1, 0, DemoShare.REPLAY_TWICE.fate());
    }

    private static @Nullable DemoMessage hopeless(@Nullable Written written) {
        return written == null ? null : written.replay(MAX_ATTEMPTS, MAX_ATTEMPTS, DemoShare.HOPELESS.fate());
    }

    /**
     * Days old, behind a message of now that came by the same partition and went to the same guard: it is late in every
     * interleaving.
     */
    private @Nullable DemoMessage late() {
        Instant at = now.minus(Duration.ofHours(48 + dice.below(72))).minusMillis(dice.below(3_600_000));
        for (int attempt = 0; attempt < DemoOriginals.attempts(); attempt++) {
            Written written = written(originals.draft(position, attempt, at), at);
            if (hasReachedGuardOf(written)) {
                return written.message(DemoShare.LATE.fate());
            }
        }
        return null;
    }

    /** More than {@code limits.max-clock-skew} ahead, and less than the hour beyond which brokers refuse it. */
    private DemoMessage ahead() {
        Instant at = now.plus(Duration.ofMinutes(40)).plusMillis(dice.below(600_000));
        return written(originals.draft(position, 0, at), at).message(DemoShare.AHEAD.fate());
    }

    private Draft tombstone() {
        return LegacyRows.row(DemoOriginals.code(position, 0), "").withValue(null);
    }

    private Poison poison(DemoShare part) {
        return new Poison(
                originals.dice(position, 0), DemoOriginals.code(position, 0), time(), turns.getOrDefault(part, 0));
    }

    private DemoMessage kept(DemoShare part, Written written) {
        broken.offer(written);
        return written.message(part.fate());
    }

    private DemoMessage refused(DemoShare part, Draft draft) {
        return written(draft, time()).message(part.fate());
    }

    private DemoMessage toGuard(DemoShare part, Draft draft) {
        return toGuardWritten(draft).message(part.fate());
    }

    private Written toGuardWritten(Draft draft) {
        Written written = written(draft, time());
        reached(written)[guard(written)] = true;
        return written;
    }

    private Written written(Draft draft, Instant at) {
        int partition = Placement.source(draft, position % Placement.PARTITIONS);
        String topic = draft.feed().topic();
        return new Written(draft, new Coordinates(topic, partition, offsets(topic)[partition]), at.toEpochMilli());
    }

    private boolean hasReachedGuardOf(Written written) {
        return reached(written)[guard(written)];
    }

    private boolean[] reached(Written written) {
        return reached.computeIfAbsent(
                        written.at().topic(), topic -> new boolean[Placement.PARTITIONS][Placement.PARTITIONS])[
                written.at().partition()];
    }

    private static int guard(Written written) {
        String identity = written.draft().identity();
        if (identity == null) {
            throw new IllegalStateException("no guard is asked about a message without identity");
        }
        return Placement.guard(identity);
    }

    private long[] offsets(String topic) {
        return offsets.computeIfAbsent(topic, ignored -> new long[Placement.PARTITIONS]);
    }

    private Instant time() {
        return originals.time(position);
    }
}
