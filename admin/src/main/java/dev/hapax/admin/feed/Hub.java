package dev.hapax.admin.feed;

import dev.hapax.admin.AdminJson;
import dev.hapax.admin.EventKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Connects events and clients. One lock covers the transition: a client goes live in the same moment in which it has missed
 * nothing. Frames are only queued under the lock, not sent.
 */
final class Hub {

    /** The result of an attempt to go live. */
    enum Joining {
        LIVE,
        /** The feed has not started. */
        NOT_YET,
        /** Some missed events are queued, and must be sent first. */
        FULL,
        /** Missed events must be read, or the position must be checked. */
        BEHIND
    }

    private static final int MOST_EVENTS = 4_000;
    private static final long MOST_CHARACTERS = 8L << 20;

    private final Tokens tokens;
    private final Supplier<String> greeting;
    private final Set<Subscriber> subscribers = new LinkedHashSet<>();
    private final Map<EventKind, String> latest = new LinkedHashMap<>();
    private @Nullable Position position;
    private Ring ring = new Ring(MOST_EVENTS, MOST_CHARACTERS, Position.NOWHERE);

    /** @param greeting the data of the first event of each client: JSON on one line */
    Hub(Tokens tokens, Supplier<String> greeting) {
        this.tokens = tokens;
        this.greeting = greeting;
    }

    /**
     * Starts the feed.
     *
     * @param before existing events, for clients that missed them; not new for others
     */
    synchronized void begin(Position from, List<FeedEvent> before) {
        position = from;
        ring = new Ring(MOST_EVENTS, MOST_CHARACTERS, from);
        publish(before);
    }

    /** The position of the feed; null if it has not started. */
    synchronized @Nullable Position position() {
        return position;
    }

    synchronized void publish(List<FeedEvent> events) {
        for (FeedEvent event : events) {
            Position now = position;
            if (now == null || !event.isNewTo(now)) {
                continue;
            }
            now = event.after(now);
            position = now;
            ring.add(event);
            FeedFrame forAll = null;
            for (Subscriber subscriber : subscribers) {
                if (subscriber.live()) {
                    forAll = forAll == null ? new FeedFrame(event.kind(), tokens.write(now), event.data()) : forAll;
                    subscriber.give(event, forAll, now);
                }
            }
        }
    }

    /** Skips events, and sends a lost event. */
    synchronized void skipTo(Position to, String why) {
        begin(to, List.of());
        String data = AdminJson.text(AdminJson.object().put("why", why));
        FeedFrame forAll = new FeedFrame(EventKind.LOST, tokens.write(to), data);
        for (Subscriber subscriber : subscribers) {
            if (subscriber.live()) {
                subscriber.goLive(to);
                subscriber.send(EventKind.LOST, data, forAll);
            }
        }
    }

    /** Sends all clients data that is in no topic. */
    synchronized void send(EventKind kind, String data) {
        latest.put(kind, data);
        Position now = position;
        if (now == null) {
            return;
        }
        FeedFrame forAll = new FeedFrame(kind, tokens.write(now), data);
        for (Subscriber subscriber : subscribers) {
            if (subscriber.live() || subscriber.at() != null) {
                subscriber.send(kind, data, forAll);
            }
        }
    }

    /** Discards the last data of that kind, so that clients that connect later do not get it. */
    synchronized void forget(EventKind kind) {
        latest.remove(kind);
    }

    /**
     * Adds a client, and sends its first events if its position is known.
     *
     * @return false if the limit is reached
     */
    synchronized boolean add(Subscriber subscriber, int most) {
        if (subscribers.size() >= most) {
            return false;
        }
        Position from = subscriber.at();
        if (from != null) {
            greet(subscriber, from);
        }
        subscribers.add(subscriber);
        notifyAll();
        return true;
    }

    synchronized void remove(Client client) {
        subscribers.removeIf(subscriber -> subscriber.client() == client);
    }

    synchronized int count() {
        return subscribers.size();
    }

    /** Tries to make a client live, after queueing missed events that are in memory. */
    synchronized Joining join(Subscriber subscriber, boolean lookedUp) {
        Position now = position;
        if (now == null) {
            return Joining.NOT_YET;
        }
        Position at = subscriber.at();
        if (at == null) {
            subscriber.goLive(now);
            greet(subscriber, now);
            String lost = subscriber.lost();
            if (lost != null) {
                sendLost(subscriber, now, lost);
            }
            return Joining.LIVE;
        }
        at = at.alignedWith(now);
        subscriber.moveTo(at);
        if (at.isAheadOf(now) && !lookedUp) {
            return Joining.BEHIND;
        }
        List<FeedEvent> missed = ring.missedBy(at);
        if (missed == null) {
            return Joining.BEHIND;
        }
        for (FeedEvent event : missed) {
            if (!subscriber.client().hasRoom()) {
                return Joining.FULL;
            }
            subscriber.catchUp(event);
        }
        subscriber.goLive(now);
        return Joining.LIVE;
    }

    /** The first events of every client. */
    private void greet(Subscriber subscriber, Position at) {
        String token = tokens.write(at);
        subscriber.client().offer(new FeedFrame(EventKind.HELLO, token, greeting.get()));
        latest.forEach((kind, data) -> subscriber.client().offer(new FeedFrame(kind, token, data)));
    }

    /** Queues a missed event for a client that is not live yet. */
    synchronized void catchUp(Subscriber subscriber, FeedEvent event) {
        subscriber.catchUp(event);
    }

    /** Moves a client that is not live yet, without an event. */
    synchronized void moveTo(Subscriber subscriber, Position to) {
        subscriber.moveTo(to);
    }

    /** Moves a client that is not live yet, and reports what it missed. */
    synchronized void skip(Subscriber subscriber, Position to, String why) {
        subscriber.moveTo(to);
        sendLost(subscriber, to, why);
    }

    private void sendLost(Subscriber subscriber, Position to, String why) {
        String data = AdminJson.text(AdminJson.object().put("why", why));
        subscriber.client().offer(new FeedFrame(EventKind.LOST, tokens.write(to), data));
    }

    /** Waits until there is a client; false after the timeout. */
    @SuppressWarnings("WaitNotInLoop") // callers loop
    synchronized boolean awaitSomeone(long millis) throws InterruptedException {
        if (subscribers.isEmpty()) {
            wait(millis);
        }
        return !subscribers.isEmpty();
    }

    synchronized void wakeUp() {
        notifyAll();
    }

    /** Discards the position of the feed if there is no client. */
    synchronized boolean restIfAlone() {
        if (!subscribers.isEmpty()) {
            return false;
        }
        position = null;
        ring = new Ring(MOST_EVENTS, MOST_CHARACTERS, Position.NOWHERE);
        return true;
    }

    void dismissAll(Wire.CloseReason closeReason) {
        List<Subscriber> all;
        synchronized (this) {
            all = new ArrayList<>(subscribers);
        }
        all.forEach(subscriber -> subscriber.client().dismiss(closeReason));
    }
}
