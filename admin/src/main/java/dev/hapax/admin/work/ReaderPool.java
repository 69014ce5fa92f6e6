package dev.hapax.admin.work;

import dev.hapax.admin.ProblemException;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Progress;
import dev.hapax.operations.quarantine.CaseFiles;
import dev.hapax.operations.quarantine.Inbox;
import io.javalin.http.Context;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Two slots for reading topics. A request that finds both in use waits a little and is then rejected; a request that reads for too
 * long is stopped. So the cost for the brokers and this instance is bounded. An inbox stays open for the next request.
 */
final class ReaderPool implements AutoCloseable {

    private static final int PLACES = 2;
    private static final Duration WAITING = Duration.ofSeconds(3);
    private static final Duration READING = Duration.ofSeconds(30);

    private final KafkaClients clients;
    private final CaseView view;
    private final Duration waiting;
    private @Nullable CaseFiles files;
    private final BlockingQueue<Place> free = new ArrayBlockingQueue<>(PLACES);
    private volatile boolean closed;

    /** A slot, and the inbox that was last read there. */
    private static final class Place {
        private @Nullable Inbox inbox;
    }

    ReaderPool(KafkaClients clients, CaseView view) {
        this(clients, view, WAITING);
    }

    /** @param waiting how long a request waits for a slot */
    ReaderPool(KafkaClients clients, CaseView view, Duration waiting) {
        this.clients = clients;
        this.view = view;
        this.waiting = waiting;
        for (int i = 0; i < PLACES; i++) {
            free.add(new Place());
        }
    }

    /** Reads cases, masked in lists. */
    <T> T inbox(Context request, BiFunction<Inbox, Progress, T> work) {
        return at(request, place -> {
            Inbox inbox = place.inbox;
            if (inbox == null) {
                inbox = new Inbox(clients, files(), view::summary);
                place.inbox = inbox;
            }
            return work.apply(inbox, deadline(request));
        });
    }

    /** The view of the case files of this instance, created on first use. */
    synchronized CaseFiles files() {
        if (files == null) {
            files = new CaseFiles(clients, Clock.systemUTC());
        }
        return files;
    }

    /** Reads anything else that takes long. */
    <T> T read(Context request, Function<Progress, T> work) {
        return at(request, place -> work.apply(deadline(request)));
    }

    private <T> T at(Context request, Function<Place, T> work) {
        Place place = take(request);
        boolean done = false;
        try {
            T result = work.apply(place);
            done = true;
            return result;
        } finally {
            // After a failure its client is in an unknown state.
            if (!done || closed) {
                leave(place);
            }
            free.add(place);
        }
    }

    private Place take(Context request) {
        Place place = null;
        try {
            place = closed ? null : free.poll(waiting.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (place == null) {
            throw ErrorResponses.later(
                    request,
                    "This instance is reading topics for " + PLACES
                            + " other requests. Try again later, or use another instance.");
        }
        return place;
    }

    /** Stops a read that takes too long, between two records. */
    static Progress deadline(Context request) {
        long end = System.nanoTime() + READING.toNanos();
        return (what, done, total) -> {
            if (System.nanoTime() - end > 0) {
                throw new ProblemException(
                        503,
                        "Service Unavailable",
                        what + " took more than " + READING.toSeconds() + " s for " + request.path() + " (" + done
                                + " of " + total
                                + "). Narrow the request, or use the command line, which has no time limit.");
            }
        };
    }

    private static void leave(Place place) {
        Inbox inbox = place.inbox;
        place.inbox = null;
        if (inbox != null) {
            inbox.close();
        }
    }

    @Override
    public void close() {
        closed = true;
        List<Place> left = new ArrayList<>();
        free.drainTo(left);
        left.forEach(ReaderPool::leave);
        synchronized (this) {
            if (files != null) {
                files.close();
                files = null;
            }
        }
        // A running request closes its own inbox.
    }
}
