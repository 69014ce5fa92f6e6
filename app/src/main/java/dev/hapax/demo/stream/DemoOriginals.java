package dev.hapax.demo.stream;

import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;

/**
 * Messages that are a function of their position: each can be written again at any time, so only one bit of it is kept.
 */
final class DemoOriginals {

    static final Duration SPAN = Duration.ofHours(6);

    private static final Duration JITTER = Duration.ofMinutes(2);
    private static final Duration MARGIN = Duration.ofMinutes(5);
    private static final int TRIES = 64;
    private static final int ATTEMPTS = 64;

    private final long seed;
    private final int messages;
    private final Instant start;
    private final BitSet admitted;
    private final Dice dice;

    DemoOriginals(long seed, int messages, Instant now, Dice dice) {
        this.seed = seed;
        this.messages = messages;
        this.start = now.minus(SPAN).minus(JITTER);
        this.admitted = new BitSet(messages);
        this.dice = dice;
    }

    /** The time of the message at that position: nearly in order. */
    Instant time(int position) {
        long jitter = Dice.of(~seed, position).below((int) JITTER.toMillis());
        return start.plusMillis(SPAN.toMillis() * position / messages + jitter);
    }

    Feed.Draft draft(int position, boolean altered) {
        return write(position, 0, time(position), altered);
    }

    /** A message of its own that happened at another time; each attempt is another one. */
    Feed.Draft draft(int position, int attempt, Instant at) {
        return write(position, attempt, at, false);
    }

    static int attempts() {
        return ATTEMPTS;
    }

    Dice dice(int position, int attempt) {
        return Dice.of(seed, (long) position * ATTEMPTS + attempt);
    }

    static String code(int position, int attempt) {
        return Integer.toString(position, Character.MAX_RADIX) + (attempt == 0 ? "" : "-" + attempt);
    }

    void admit(int position) {
        admitted.set(position);
    }

    /** Not to be repeated any more, because it now has two windows. */
    void retire(int position) {
        admitted.clear(position);
    }

    /** The position of an original that a copy at that time would still be held against; -1 when chance finds none. */
    int within(int position) {
        Instant time = time(position);
        for (int i = 0; i < TRIES; i++) {
            // Half of the copies come soon: a retry after a time-out. The rest come whenever.
            int earliest = dice.chance(0.5) ? position - Math.max(8, messages / 100) : 0;
            int found = any(Math.max(0, earliest), position);
            if (found >= 0 && apart(found, time).compareTo(feed(found).ttl().minus(MARGIN)) < 0) {
                return found;
            }
        }
        return -1;
    }

    /** The position of an original whose window has passed at that time; -1 when chance finds none. */
    int beyond(int position) {
        Instant time = time(position);
        for (int i = 0; i < TRIES; i++) {
            int found = any(0, position);
            if (found >= 0 && apart(found, time).compareTo(feed(found).ttl().plus(MARGIN)) > 0) {
                return found;
            }
        }
        return -1;
    }

    private int any(int from, int to) {
        int found = to <= from ? -1 : admitted.nextSetBit(from + dice.below(to - from));
        return found < to ? found : -1;
    }

    private Feed feed(int position) {
        return Feed.pick(dice(position, 0));
    }

    private Duration apart(int position, Instant time) {
        return Duration.between(time(position), time).abs();
    }

    private Feed.Draft write(int position, int attempt, Instant at, boolean altered) {
        Dice content = dice(position, attempt);
        return Feed.pick(content).write(content, code(position, attempt), at, altered);
    }
}
