package dev.hapax.demo.stream;

import dev.hapax.domain.Reason;
import org.jspecify.annotations.Nullable;

/** The parts messages play in the stream, how large a share each has, and how many there are at the least. */
enum DemoShare {
    /** Not seen before, and fine. Whatever the other parts leave. */
    ORIGINAL(Fate.Kind.ADMITTED, 0, 0),
    /** A row that was deleted: a key without value. */
    TOMBSTONE(Fate.Kind.ADMITTED, 0.002, 2),
    /** The same bytes once more, soon or hours later. */
    COPY(Fate.Kind.DUPLICATE, 0.10, 20),
    /** The same bytes once more, when the window of the first has passed. */
    ANEW(Fate.Kind.ADMITTED, 0.002, 1),
    /** The same identity, other content. */
    CONTRADICTION(Reason.CONFLICT, 0.01, 2),
    /** An original that an operator gives again. */
    REPLAY(Fate.Kind.ADMITTED, 0.002, 2),
    /** That replay, written a second time. */
    REPLAY_TWICE(Fate.Kind.REDELIVERY, 0.001, 1),
    /** A broken message that an operator gave again as often as is allowed, and which is still broken. */
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

    private final Fate.Kind kind;
    private final @Nullable Reason reason;
    private final double share;
    private final int least;

    DemoShare(Fate.Kind kind, double share, int least) {
        this.kind = kind;
        this.reason = null;
        this.share = share;
        this.least = least;
    }

    DemoShare(Reason reason, double share, int least) {
        this.kind = Fate.Kind.QUARANTINED;
        this.reason = reason;
        this.share = share;
        this.least = least;
    }

    Fate fate() {
        return new Fate(kind, reason);
    }

    /** How many of so many messages play this part; for originals none, since they get the rest. */
    int of(int messages) {
        return (int) Math.max(least, Math.round(messages * share));
    }
}
