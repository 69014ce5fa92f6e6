package dev.hapax.admin.feed;

import dev.hapax.admin.EventKind;
import org.jspecify.annotations.Nullable;

/**
 * A client's place in the feed. Guarded by the {@link Hub}.
 *
 * <p>It is level once it has been given all that the feed has, and nothing the feed has not: from then on it gets the same
 * messages as everyone. Before that, or when it comes from an instance that was ahead of this one, its messages carry a token of
 * its own.
 */
final class Subscriber {

    private final Client client;
    private final Tokens tokens;
    private boolean live;
    private final @Nullable String lost;
    private @Nullable Position at;

    Subscriber(Client client, Tokens tokens, ResumePoint from) {
        this.client = client;
        this.tokens = tokens;
        this.at = from.position();
        this.lost = from.lost();
    }

    Client client() {
        return client;
    }

    boolean live() {
        return live;
    }

    /** Null when it is as far as the feed. */
    @Nullable
    Position at() {
        return at;
    }

    /** Why it could not resume where it was; null if it could. */
    @Nullable
    String lost() {
        return lost;
    }

    /** It has all that the feed has, and perhaps more. */
    void goLive(Position feed) {
        live = true;
        levelWith(feed);
    }

    void moveTo(Position position) {
        at = position;
    }

    private void levelWith(Position feed) {
        if (at != null && !at.isAheadOf(feed)) {
            at = null;
        }
    }

    /**
     * Gives a live one what the feed gives to all.
     *
     * @param feed where the feed is, after it
     */
    void give(FeedEvent event, FeedFrame forAll, Position feed) {
        if (at == null) {
            client.offer(forAll);
            return;
        }
        boolean unseen = event.isNewTo(at);
        if (unseen) {
            at = event.after(at);
        }
        levelWith(feed);
        if (unseen) {
            client.offer(at == null ? forAll : own(event.kind(), event.data(), at));
        }
    }

    /** Gives one that is not live yet what it missed. */
    void catchUp(FeedEvent event) {
        if (at != null && event.isNewTo(at)) {
            at = event.after(at);
            client.offer(own(event.kind(), event.data(), at));
        }
    }

    void tell(EventKind kind, String data, FeedFrame forAll) {
        client.offer(at == null ? forAll : own(kind, data, at));
    }

    private FeedFrame own(EventKind kind, String data, Position position) {
        return new FeedFrame(kind, tokens.write(position), data);
    }
}
