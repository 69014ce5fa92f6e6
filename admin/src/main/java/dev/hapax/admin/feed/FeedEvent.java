package dev.hapax.admin.feed;

import dev.hapax.admin.EventKind;
import dev.hapax.topics.Topic;

/**
 * Something that was committed to a topic, worth telling.
 *
 * @param data JSON, on one line
 */
record FeedEvent(EventKind kind, Topic topic, int partition, long offset, String data) {

    /** Whether someone at that position has yet to see it. */
    boolean isNewTo(Position position) {
        return offset >= position.next(topic, partition);
    }

    Position after(Position before) {
        return before.with(topic, partition, offset + 1);
    }
}
