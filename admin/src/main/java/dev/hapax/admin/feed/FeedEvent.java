package dev.hapax.admin.feed;

import dev.hapax.admin.EventKind;
import dev.hapax.topics.Topic;

/**
 * A committed record as an event.
 *
 * @param data JSON, on one line
 */
record FeedEvent(EventKind kind, Topic topic, int partition, long offset, String data) {

    /** Whether a reader at that position has not seen it yet. */
    boolean isNewTo(Position position) {
        return offset >= position.next(topic, partition);
    }

    Position after(Position before) {
        return before.with(topic, partition, offset + 1);
    }
}
