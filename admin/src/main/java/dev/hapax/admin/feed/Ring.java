package dev.hapax.admin.feed;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The latest events, up to a bound. Guarded by its owner. */
final class Ring {

    private final int mostEvents;
    private final long mostCharacters;
    private final Deque<FeedEvent> events = new ArrayDeque<>();
    private long characters;
    private Position since;

    /** @param since the position of the first event */
    Ring(int mostEvents, long mostCharacters, Position since) {
        this.mostEvents = mostEvents;
        this.mostCharacters = mostCharacters;
        this.since = since;
    }

    void add(FeedEvent event) {
        events.addLast(event);
        characters += event.data().length();
        while (events.size() > mostEvents || characters > mostCharacters) {
            FeedEvent oldest = events.removeFirst();
            characters -= oldest.data().length();
            since = oldest.after(since);
        }
    }

    /** The events that a reader at that position has missed, oldest first; null if some are no longer here. */
    @Nullable
    List<FeedEvent> missedBy(Position position) {
        if (since.isAheadOf(position)) {
            return null;
        }
        List<FeedEvent> missed = new ArrayList<>();
        for (FeedEvent event : events) {
            if (event.isNewTo(position)) {
                missed.add(event);
            }
        }
        return missed;
    }
}
