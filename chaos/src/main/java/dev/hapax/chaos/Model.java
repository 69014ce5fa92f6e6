package dev.hapax.chaos;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What must come of the input, read in order: the smallest guard there is. Copies of a message stand in its partition, since all
 * have its key; so this order is theirs.
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

    /** Far beyond what clocks differ by, and what any of the runs takes. */
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
