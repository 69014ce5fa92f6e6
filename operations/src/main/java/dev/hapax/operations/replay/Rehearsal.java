package dev.hapax.operations.replay;

import dev.hapax.config.Settings;
import dev.hapax.domain.Arrival;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.GuardEntry;
import dev.hapax.operations.Progress;
import dev.hapax.operations.Range;
import dev.hapax.operations.Sha256;
import dev.hapax.operations.TopicReader;
import dev.hapax.topics.Topic;
import dev.hapax.wire.ChangelogEntries;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The identities of a stretch: which of its messages the guard would let pass under a new generation, and what it remembers of
 * them today. Bounded in memory: identities after the first million are not judged.
 */
final class Rehearsal {

    /** How the guard would answer a replayed message. */
    enum Answer {
        ADMITTED,
        DUPLICATE,
        CONFLICT,
        UNTOLD
    }

    private static final int LONGEST_PLAIN = 64;

    private final int most;
    private final Map<Long, Known> identities = new HashMap<>();

    Rehearsal(int most) {
        this.most = most;
    }

    Answer show(Arrival arrival, long ttl) {
        long key = key(nameInGuard(arrival.identity()));
        long time = arrival.message().timestamp();
        Known known = identities.get(key);
        if (known == null) {
            if (identities.size() >= most) {
                return Answer.UNTOLD;
            }
            identities.put(key, new Known(time, arrival.fingerprint()));
            return Answer.ADMITTED;
        }
        if (Math.abs(time - known.time) >= ttl) {
            known.time = time;
            known.fingerprint = arrival.fingerprint();
            return Answer.ADMITTED;
        }
        return known.fingerprint.equals(arrival.fingerprint()) ? Answer.DUPLICATE : Answer.CONFLICT;
    }

    /** Reads the guard's changelog, which works whether instances run or not. */
    Map<Forecast.GuardLookup, Long> compareWithGuard(
            Settings settings, TopicReader reader, long ttl, Progress progress) {
        Map<Integer, Long> oldestAlive = new HashMap<>();
        long kept = ttl + settings.guard().maxLateness().toMillis();
        reader.read(changelog(settings, reader), progress, record -> {
            if (record.value() != null) {
                oldestAlive.merge(record.partition(), ChangelogEntries.streamTime(record.value()) - kept, Math::max);
                ChangelogEntries.read(record.value(), entry -> {
                    GuardEntry said = entry.kept();
                    // What it remembers of replays says nothing of the messages that came by themselves.
                    if (said == null || said.generation() == 0) {
                        remember(entry.name(), record.partition(), said);
                    }
                });
            }
            return true;
        });
        return remembered(oldestAlive);
    }

    /** Empty if no instance has ever run. */
    private static Map<TopicPartition, Range> changelog(Settings settings, TopicReader reader) {
        List<PartitionInfo> found = reader.consumer().partitionsFor(settings.topic(Topic.GUARD_CHANGELOG));
        return found == null || found.isEmpty()
                ? Map.of()
                : reader.whole(found.stream()
                        .map(info -> new TopicPartition(info.topic(), info.partition()))
                        .toList());
    }

    /**
     * What the guard has written down of an identity; the last word counts.
     *
     * @param name as the guard has it
     * @param entry null where it has forgotten it
     */
    void remember(String name, int partition, @Nullable GuardEntry entry) {
        Known known = identities.get(key(name));
        if (known != null) {
            known.entry = entry;
            known.partition = partition;
        }
    }

    /**
     * How many identities the guard remembers how.
     *
     * @param oldestAlive by partition of the guard, the time before which it knows nothing any more
     */
    Map<Forecast.GuardLookup, Long> remembered(Map<Integer, Long> oldestAlive) {
        Map<Forecast.GuardLookup, Long> counts = new EnumMap<>(Forecast.GuardLookup.class);
        identities.values().forEach(known -> counts.merge(known.memory(oldestAlive), 1L, Long::sum));
        return counts;
    }

    /** Long identities are known to the guard by their hash. */
    static String nameInGuard(String identity) {
        byte[] bytes = identity.getBytes(StandardCharsets.UTF_8);
        return bytes.length > LONGEST_PLAIN ? "sha256:" + HexFormat.of().formatHex(Sha256.of(bytes)) : identity;
    }

    private static long key(String name) {
        return ByteBuffer.wrap(Sha256.of(name.getBytes(StandardCharsets.UTF_8))).getLong();
    }

    /** An identity of the stretch. */
    private static final class Known {
        private long time;
        private Fingerprint fingerprint;
        private @Nullable GuardEntry entry;
        private int partition;

        Known(long time, Fingerprint fingerprint) {
            this.time = time;
            this.fingerprint = fingerprint;
        }

        Forecast.GuardLookup memory(Map<Integer, Long> oldestAlive) {
            if (entry == null || entry.lastTime() < oldestAlive.getOrDefault(partition, Long.MIN_VALUE)) {
                return Forecast.GuardLookup.NOTHING;
            }
            if (!entry.fingerprint().equals(fingerprint)) {
                return Forecast.GuardLookup.OTHER_CONTENT;
            }
            return entry.status() == GuardEntry.Status.DECIDED
                    ? Forecast.GuardLookup.DECIDED
                    : Forecast.GuardLookup.QUARANTINED;
        }
    }
}
