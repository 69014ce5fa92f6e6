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

    /** What becomes of a message. */
    enum Outcome {
        DECIDED(Kind.DECIDED),
        DUPLICATE(Kind.HELD_BACK),
        UNREADABLE(Kind.QUARANTINED),
        CONFLICT(Kind.QUARANTINED),
        IN_THE_FUTURE(Kind.QUARANTINED),
        LATE(Kind.QUARANTINED);

        private final Kind kind;

        Outcome(Kind kind) {
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

    Outcome next(ConsumerRecord<byte[], byte[]> message) {
        String content = new String(message.value(), StandardCharsets.UTF_8);
        if (!content.endsWith("}")) {
            return Outcome.UNREADABLE;
        }
        if (message.timestamp() > now + A_DAY) {
            return Outcome.IN_THE_FUTURE;
        }
        if (message.timestamp() < now - A_DAY) {
            return Outcome.LATE;
        }
        String first = acted.putIfAbsent(new String(message.key(), StandardCharsets.UTF_8), content);
        if (first == null) {
            return Outcome.DECIDED;
        }
        return first.equals(content) ? Outcome.DUPLICATE : Outcome.CONFLICT;
    }
}
