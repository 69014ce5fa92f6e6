package dev.hapax.commit;

import org.apache.kafka.clients.consumer.CommitFailedException;

/**
 * A commit was refused because it would skip records. To Kafka Streams it is a failed commit: it closes all tasks of the
 * thread, aborts the transaction, and begins again at the committed offsets.
 */
final class SkippingCommitException extends CommitFailedException {

    private static final long serialVersionUID = 1L;

    SkippingCommitException(String problems) {
        super("The commit would skip records: " + problems);
    }
}
