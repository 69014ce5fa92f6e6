package dev.hapax.admin.feed;

import dev.hapax.admin.ProblemException;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.TopicReader;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A pool of a few topic readers, so that the memory and connections of requests are bounded. */
final class Readers implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final KafkaClients clients;
    private final Semaphore free;
    private final Deque<TopicReader> idle = new ArrayDeque<>();
    private boolean closed;

    Readers(KafkaClients clients, int most) {
        this.clients = clients;
        this.free = new Semaphore(most, true);
    }

    /** @throws ProblemException if all readers are in use for too long */
    <T> T with(Function<TopicReader, T> work) {
        try {
            if (!free.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new ProblemException(
                        503,
                        "Busy",
                        "All topic readers have been in use for " + PATIENCE.toSeconds() + " s. Try again.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProblemException(503, "Stopping", "This instance is stopping. Use another one.");
        }
        try {
            TopicReader reader = take();
            boolean well = false;
            try {
                T result = work.apply(reader);
                well = true;
                return result;
            } finally {
                giveBack(reader, well);
            }
        } finally {
            free.release();
        }
    }

    private TopicReader take() {
        TopicReader kept = keptOne();
        return kept == null ? TopicReader.ofFew(clients) : kept;
    }

    private synchronized @Nullable TopicReader keptOne() {
        return idle.poll();
    }

    /** A reader that failed is in an unknown state, and is not used again. */
    private void giveBack(TopicReader reader, boolean well) {
        synchronized (this) {
            if (well && !closed) {
                idle.push(reader);
                return;
            }
        }
        reader.close();
    }

    @Override
    public synchronized void close() {
        closed = true;
        idle.forEach(TopicReader::close);
        idle.clear();
    }
}
