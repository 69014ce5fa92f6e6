package dev.hapax.chaos;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The expected outcome of each message of the input: the smallest possible guard. Copies of a message are in one partition, because
 * they have the same key, so the order of the partition is their order.
 */
final class Model {

    /** Where a message ends up. */
    enum Kind {
        DECIDED,
        HELD_BACK,
        QUARANTINED
    }

    /** The outcome that a message must have. */
    enum Expected {
        DECIDED(Kind.DECIDED),
        DUPLICATE(Kind.HELD_BACK),
        UNREADABLE(Kind.QUARANTINED),
        CONFLICT(Kind.QUARANTINED),
        IN_THE_FUTURE(Kind.QUARANTINED),
        LATE(Kind.QUARANTINED);

        private final Kind kind;

        Expected(Kind kind) {
            this.kind = kind;
        }

        Kind kind() {
            return kind;
        }

        boolean isQuarantined() {
            return kind == Kind.QUARANTINED;
        }
    }

    /** Much longer than clocks differ, and than a run takes. */
    private static final long A_DAY = Duration.ofDays(1).toMillis();

    private final Map<String, String> acted = new HashMap<>();
    private final long now;

    Model(long now) {
        this.now = now;
    }

    Expected next(ConsumerRecord<byte[], byte[]> message) {
        String content = new String(message.value(), StandardCharsets.UTF_8);
        if (!content.endsWith("}")) {
            return Expected.UNREADABLE;
        }
        if (message.timestamp() > now + A_DAY) {
            return Expected.IN_THE_FUTURE;
        }
        if (message.timestamp() < now - A_DAY) {
            return Expected.LATE;
        }
        String first = acted.putIfAbsent(new String(message.key(), StandardCharsets.UTF_8), content);
        if (first == null) {
            return Expected.DECIDED;
        }
        return first.equals(content) ? Expected.DUPLICATE : Expected.CONFLICT;
    }
}
