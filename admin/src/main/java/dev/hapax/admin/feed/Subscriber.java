package dev.hapax.admin.feed;

import dev.hapax.admin.EventKind;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The position of a client in the feed. Guarded by the {@link Hub}.
 *
 * <p>A client is level once it has exactly the events of the feed: from then on it gets the same frames as all others. Before
 * that, or after it came from an instance that was ahead of this one, its frames have a token of
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

    /** Null if it is level with the feed. */
    @Nullable
    Position at() {
        return at;
    }

    /** Why it could not resume where it was; null if it could. */
    @Nullable
    String lost() {
        return lost;
    }

    /** It has all events of the feed, and perhaps more. */
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
     * Sends an event of the feed to a live client.
     *
     * @param feed the position of the feed after the event
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

    /** Sends a missed event to a client that is not live yet. */
    void catchUp(FeedEvent event) {
        if (at != null && event.isNewTo(at)) {
            at = event.after(at);
            client.offer(own(event.kind(), event.data(), at));
        }
    }

    void send(EventKind kind, String data, FeedFrame forAll) {
        client.offer(at == null ? forAll : own(kind, data, at));
    }

    private FeedFrame own(EventKind kind, String data, Position position) {
        return new FeedFrame(kind, tokens.write(position), data);
    }

    /**
     * Where the events of a client start.
     *
     * @param position null for the current end of the feed
     * @param lost why the client cannot resume where it was; null if it can, or if it has not asked to
     */
    record ResumePoint(
            @Nullable Position position, @Nullable String lost) {

        private static final String OTHER_VERSION = "The token is from another version of Hapax. Events start now."
                + " Earlier ones are in /api/alerts, /api/quarantine, /api/deliveries and /api/campaigns.";

        static final ResumePoint NOW = new ResumePoint(null, null);

        /** @throws IllegalArgumentException if it is not a token of this application */
        static ResumePoint of(@Nullable String token, Tokens tokens) {
            if (token == null) {
                return NOW;
            }
            Position position = tokens.read(token);
            return new ResumePoint(position, position == null ? OTHER_VERSION : null);
        }

        /** The text of a {@code lost} event. */
        static String deleted(TopicPartition partition, long before) {
            return partition + ": retention has deleted all records before offset " + before;
        }

        /** The text of a {@code lost} event. */
        static String recreated(TopicPartition partition, long next) {
            return partition + ": the topic was recreated; it ends before offset " + next;
        }
    }
}
