package dev.hapax.dedup;

import dev.hapax.commit.CommitCheck;
import dev.hapax.guard.GuardClients;

/**
 * The Kafka clients of an application that uses {@link Deduplicate}. Pass them to {@code KafkaStreams}, or set
 * {@code default.client.supplier} to the name of this class. They work with any topology, and do three things that the
 * default clients do not:
 *
 * <ul>
 *   <li>They report commits to the store. A store that was closed after a commit is used again at the next start.
 *       Without these clients, every start restores the store from its changelog.
 *   <li>They refuse the next commit of a stream thread after one of its transactions was aborted; its tasks then start
 *       again at the committed offsets. Kafka Streams can otherwise commit the offsets of aborted work, and lose it, when
 *       a task turns out to be corrupted during a rebalance.
 *   <li>They keep a complete store whose changelog was deleted up to its end, because the application was stopped for
 *       longer than the changelog's retention.
 * </ul>
 */
public final class DedupClients extends GuardClients {

    /** Creates a supplier of such clients. */
    public DedupClients() {
        super(CommitCheck.refusing(() -> {}), false, null);
    }
}
