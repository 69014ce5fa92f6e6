package dev.hapax.guard;

import dev.hapax.domain.GuardEntry;

/** The guard's verdict on a message. */
public sealed interface Verdict {

    /** Not seen within its window: it may act, once it is remembered. */
    record Admitted() implements Verdict {}

    /** Same identity, same content as an earlier message. */
    record Duplicate(GuardEntry earlier) implements Verdict {}

    /** The very same record, read again. */
    record Redelivery(GuardEntry earlier) implements Verdict {}

    /** Same identity, other content: never dropped, an operator decides. */
    record Conflict(GuardEntry earlier) implements Verdict {}

    /**
     * Older than the guard can judge: whatever it knew of that time may be gone.
     *
     * @param oldestJudged the oldest message that could be judged at that stream time
     */
    record Late(long streamTime, long oldestJudged) implements Verdict {}
}
