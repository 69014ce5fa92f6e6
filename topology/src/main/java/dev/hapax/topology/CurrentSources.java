package dev.hapax.topology;

import dev.hapax.commit.ThreadTransactions;
import dev.hapax.source.Sources;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/**
 * The sources that decide, which change when an operator applies other rules. Whoever applies them replaces the sources from a
 * thread of its own; each stream thread takes them over with the first record after the end of a transaction. So all that a
 * thread decides within one transaction is decided by one version.
 */
public final class CurrentSources implements Supplier<Sources>, AutoCloseable {

    @SuppressWarnings("ThreadLocalUsage") // several instances in one process, as in tests, have sources of their own
    private final ThreadLocal<Adopted> ofThread = new ThreadLocal<>();

    /** All there were. A thread may still read with earlier ones, so they stay open until nothing runs. */
    private final Deque<Sources> all = new ArrayDeque<>();

    private volatile Sources newest;

    /** Those a thread uses until its transaction ends. */
    private record Adopted(Sources sources, long transaction) {}

    public CurrentSources(Sources first) {
        newest = first;
        all.push(first);
    }

    /** The newest, for all but stream threads. */
    @Override
    public Sources get() {
        return newest;
    }

    /** @param next open already */
    public synchronized void replace(Sources next) {
        all.push(next);
        newest = next;
    }

    /** Those by which the stream thread that calls decides until its transaction ends. */
    Sources ofThisThread() {
        long transaction = ThreadTransactions.ofThisThread().ended();
        Adopted adopted = ofThread.get();
        if (adopted == null || adopted.transaction() != transaction) {
            adopted = new Adopted(newest, transaction);
            ofThread.set(adopted);
        }
        return adopted.sources();
    }

    /** The newest first, since later ones use parts of those before them. */
    @Override
    public synchronized void close() {
        all.forEach(Sources::close);
    }
}
