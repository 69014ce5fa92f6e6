package dev.hapax.dedup;

import org.apache.kafka.streams.errors.StreamsException;

/**
 * A record cannot be judged: it has no identity, no key or a negative timestamp, or a function of {@link Deduplicate}
 * returned something unusable. Nothing is stored for such a record. By default the application stops; a
 * {@code processing.exception.handler} can decide to continue without the record.
 */
public final class DeduplicationException extends StreamsException {

    private static final long serialVersionUID = 1L;

    DeduplicationException(String message) {
        super(message);
    }
}
