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
 * Where events and clients meet. One lock makes the seam: a client goes live in the same moment in which it is seen to have missed
 * nothing. Nothing is sent under it, only queued.
 */
final class Hub {

    /** How an attempt to go live has ended. */
    enum Joining {
        LIVE,
        /** The feed has not begun. */
        NOT_YET,
        /** It has been given a part of what it missed, and has to send that first. */
        FULL,
        /** What it missed has to be read, or where it says it is has to be looked up. */
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

    /** @param greeting what is said to each client first: JSON, on one line */
    Hub(Tokens tokens, Supplier<String> greeting) {
        this.tokens = tokens;
        this.greeting = greeting;
    }

    /**
     * The feed begins.
     *
     * @param before what was there already: at hand for those who missed it, and no news to others
     */
    synchronized void begin(Position from, List<FeedEvent> before) {
        position = from;
        ring = new Ring(MOST_EVENTS, MOST_CHARACTERS, from);
        publish(before);
    }

    /** Where the feed is; null when it has not begun. */
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

    /** Leaves out what lies between, and says so. */
    synchronized void skipTo(Position to, String why) {
        begin(to, List.of());
        String data = AdminJson.text(AdminJson.object().put("why", why));
        FeedFrame forAll = new FeedFrame(EventKind.LOST, tokens.write(to), data);
        for (Subscriber subscriber : subscribers) {
            if (subscriber.live()) {
                subscriber.goLive(to);
                subscriber.tell(EventKind.LOST, data, forAll);
            }
        }
    }

    /** Tells everyone something that is in no topic. */
    synchronized void tell(EventKind kind, String data) {
        latest.put(kind, data);
        Position now = position;
        if (now == null) {
            return;
        }
        FeedFrame forAll = new FeedFrame(kind, tokens.write(now), data);
        for (Subscriber subscriber : subscribers) {
            if (subscriber.live() || subscriber.at() != null) {
                subscriber.tell(kind, data, forAll);
            }
        }
    }

    /** What was told so far of that kind is old: whoever connects later is not told. */
    synchronized void forget(EventKind kind) {
        latest.remove(kind);
    }

    /**
     * Takes in a client, and greets it where it is known where it is.
     *
     * @return false when there are that many already
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

    /** Tries to make a client live, having given it what it missed as far as that is at hand. */
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
                tellLost(subscriber, now, lost);
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

    /** What every client hears first. */
    private void greet(Subscriber subscriber, Position at) {
        String token = tokens.write(at);
        subscriber.client().offer(new FeedFrame(EventKind.HELLO, token, greeting.get()));
        latest.forEach((kind, data) -> subscriber.client().offer(new FeedFrame(kind, token, data)));
    }

    /** Gives a client that is not live yet what was read for it. */
    synchronized void catchUp(Subscriber subscriber, FeedEvent event) {
        subscriber.catchUp(event);
    }

    /** What lies before is gone, or there is nothing in between. */
    synchronized void moveTo(Subscriber subscriber, Position to) {
        subscriber.moveTo(to);
    }

    /** Moves a client that is not live yet, and reports what it missed. */
    synchronized void skip(Subscriber subscriber, Position to, String why) {
        subscriber.moveTo(to);
        tellLost(subscriber, to, why);
    }

    private void tellLost(Subscriber subscriber, Position to, String why) {
        String data = AdminJson.text(AdminJson.object().put("why", why));
        subscriber.client().offer(new FeedFrame(EventKind.LOST, tokens.write(to), data));
    }

    /** Waits until there is a client; false when that takes longer. */
    @SuppressWarnings("WaitNotInLoop") // woken for nothing it says so, and is asked again
    synchronized boolean awaitSomeone(long millis) throws InterruptedException {
        if (subscribers.isEmpty()) {
            wait(millis);
        }
        return !subscribers.isEmpty();
    }

    synchronized void wakeUp() {
        notifyAll();
    }

    /** Forgets where the feed was, if there is nobody; who reports something forgets that. */
    synchronized boolean restIfAlone() {
        if (!subscribers.isEmpty()) {
            return false;
        }
        position = null;
        ring = new Ring(MOST_EVENTS, MOST_CHARACTERS, Position.NOWHERE);
        return true;
    }

    void dismissAll(CloseReason farewell) {
        List<Subscriber> all;
        synchronized (this) {
            all = new ArrayList<>(subscribers);
        }
        all.forEach(subscriber -> subscriber.client().dismiss(farewell));
    }
}
