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

/** A few readers for all who ask, so that requests, however many, cost a bounded amount of memory and connections. */
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

    /** @throws ProblemException when all are taken, and stay so */
    <T> T with(Function<TopicReader, T> work) {
        try {
            if (!free.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new ProblemException(
                        503,
                        "Busy",
                        "all readers of topics have been taken for " + PATIENCE.toSeconds() + " s: try again");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProblemException(503, "Stopping", "this instance stops: ask another one");
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

    /** One that failed may be in any state, and is not used again. */
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
