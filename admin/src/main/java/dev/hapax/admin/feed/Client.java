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
 * A connected client and its bounded queue: a client that does not read is disconnected. Offering never blocks. The writers send,
 * or the thread that completes the previous send.
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
    private Wire.@Nullable CloseReason closeReason;

    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final AtomicInteger signals = new AtomicInteger();
    /** A send is in progress, or the connection is closed; used only by the thread that pumps. */
    private volatile boolean busy;

    /** @param whenDismissed called once when the client is disconnected; must not block */
    Client(Wire wire, Executor writers, Consumer<Client> whenDismissed) {
        this.wire = wire;
        this.writers = writers;
        this.whenDismissed = whenDismissed;
    }

    /** Queues a frame; disconnects the client if the queue is full. */
    void offer(FeedFrame message) {
        synchronized (lock) {
            if (closeReason != null) {
                return;
            }
            if (message.kind().supersedes()) {
                waiting.removeIf(older -> {
                    boolean superseded = older.kind() == message.kind();
                    characters -= superseded ? older.size() : 0;
                    return superseded;
                });
            }
            // A single frame may be larger than the limit.
            boolean room = waiting.isEmpty()
                    || (waiting.size() < MOST_MESSAGES && characters + message.size() <= MOST_CHARACTERS);
            if (room) {
                waiting.addLast(message);
                characters += message.size();
            } else {
                dismissed(Wire.CloseReason.tooSlow(waiting.size() + " events waited"));
            }
        }
        wakeUp();
    }

    /** Whether there is room for missed events. */
    boolean hasRoom() {
        synchronized (lock) {
            return waiting.size() < MOST_MESSAGES / 4 && characters < MOST_CHARACTERS / 4;
        }
    }

    /** Disconnects the client with a reason. */
    void dismiss(Wire.CloseReason why) {
        synchronized (lock) {
            if (closeReason != null) {
                return;
            }
            dismissed(why);
        }
        wakeUp();
    }

    private void dismissed(Wire.CloseReason why) {
        closeReason = why;
        waiting.clear();
        characters = 0;
        whenDismissed.accept(this);
    }

    /** The reason of the disconnect; null while it is connected. */
    Wire.@Nullable CloseReason closeReason() {
        synchronized (lock) {
            return closeReason;
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

    /** Many threads may call it; one works, and checks again for calls in between. */
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
        Wire.CloseReason last;
        synchronized (lock) {
            last = closeReason;
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
