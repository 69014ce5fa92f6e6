package dev.hapax.admin.feed;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A connected client and what waits to be sent to it. That is bounded: who does not read is let go. Offering never waits; sending
 * is done by the writers, or by whoever tells that the last was sent.
 */
final class Client {

    static final int MOST_MESSAGES = 2_000;
    static final long MOST_CHARACTERS = 4L << 20;

    private static final int BATCH = 128;
    private static final int BATCH_CHARACTERS = 256 << 10;

    private final Wire wire;
    private final Executor writers;
    private final Consumer<Client> whenDismissed;

    private final Object lock = new Object();
    private final Deque<FeedFrame> waiting = new ArrayDeque<>();
    private long characters;
    private @Nullable CloseReason farewell;

    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final AtomicInteger signals = new AtomicInteger();
    /** Something is on its way, or the connection has been closed; only touched by the one thread that pumps. */
    private volatile boolean busy;

    /** @param whenDismissed called once it is to be let go; must not wait */
    Client(Wire wire, Executor writers, Consumer<Client> whenDismissed) {
        this.wire = wire;
        this.writers = writers;
        this.whenDismissed = whenDismissed;
    }

    /** Has it sent when its turn comes; lets the client go when there is no room. */
    void offer(FeedFrame message) {
        synchronized (lock) {
            if (farewell != null) {
                return;
            }
            if (message.kind().supersedes()) {
                waiting.removeIf(older -> {
                    boolean superseded = older.kind() == message.kind();
                    characters -= superseded ? older.size() : 0;
                    return superseded;
                });
            }
            // A single one may be larger than all that may wait: it is what the client came for.
            boolean room = waiting.isEmpty()
                    || (waiting.size() < MOST_MESSAGES && characters + message.size() <= MOST_CHARACTERS);
            if (room) {
                waiting.addLast(message);
                characters += message.size();
            } else {
                dismissed(CloseReason.tooSlow(waiting.size() + " events waited"));
            }
        }
        wakeUp();
    }

    /** Whether it may be given more than what comes by itself. */
    boolean hasRoom() {
        synchronized (lock) {
            return waiting.size() < MOST_MESSAGES / 4 && characters < MOST_CHARACTERS / 4;
        }
    }

    /** Sends nothing more but why. */
    void dismiss(CloseReason why) {
        synchronized (lock) {
            if (farewell != null) {
                return;
            }
            dismissed(why);
        }
        wakeUp();
    }

    private void dismissed(CloseReason why) {
        farewell = why;
        waiting.clear();
        characters = 0;
        whenDismissed.accept(this);
    }

    /** Why it was let go; null as long as it was not. */
    @Nullable
    CloseReason farewell() {
        synchronized (lock) {
            return farewell;
        }
    }

    private void wakeUp() {
        if (!busy && scheduled.compareAndSet(false, true)) {
            writers.execute(() -> {
                scheduled.set(false);
                pump();
            });
        }
    }

    /** Many may call it; one works, and looks again for those who came meanwhile. */
    private void pump() {
        if (signals.getAndIncrement() > 0) {
            return;
        }
        int seen = 1;
        do {
            if (!busy) {
                sendNext();
            }
            seen = signals.addAndGet(-seen);
        } while (seen > 0);
    }

    private void sendNext() {
        List<FeedFrame> batch = new ArrayList<>();
        CloseReason last;
        synchronized (lock) {
            last = farewell;
            int size = 0;
            while (!waiting.isEmpty() && batch.size() < BATCH && size < BATCH_CHARACTERS) {
                FeedFrame next = waiting.removeFirst();
                characters -= next.size();
                size += next.size();
                batch.add(next);
            }
        }
        if (last != null) {
            busy = true;
            wire.close(last);
        } else if (!batch.isEmpty()) {
            busy = true;
            wire.send(batch, () -> {
                busy = false;
                pump();
            });
        }
    }
}
