package dev.hapax.operations.replay;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.GuardEntry;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The identities of a stretch: which of its messages the guard would let pass under a new generation, and what it remembers of
 * them today. Bounded in memory: of what comes after the first million identities nothing is said.
 */
final class Rehearsal {

    /** What the guard would say of a message given again. */
    enum Answer {
        ADMITTED,
        DUPLICATE,
        CONFLICT,
        UNTOLD
    }

    private static final int LONGEST_PLAIN = 64;

    private final int most;
    private final Map<Long, Known> identities = new HashMap<>();
    private boolean full;

    Rehearsal(int most) {
        this.most = most;
    }

    Answer show(Arrival arrival, long ttl) {
        long key = key(nameInGuard(arrival.identity()));
        long time = arrival.message().timestamp();
        Known known = identities.get(key);
        if (known == null) {
            if (identities.size() >= most) {
                full = true;
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

    /** Whether there were more identities than it can hold. */
    boolean isFull() {
        return full;
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
    Map<GuardLookup, Long> remembered(Map<Integer, Long> oldestAlive) {
        Map<GuardLookup, Long> counts = new EnumMap<>(GuardLookup.class);
        identities.values().forEach(known -> counts.merge(known.memory(oldestAlive), 1L, Long::sum));
        return counts;
    }

    /** Long identities are known to the guard by their hash. */
    static String nameInGuard(String identity) {
        byte[] bytes = identity.getBytes(StandardCharsets.UTF_8);
        return bytes.length > LONGEST_PLAIN ? "sha256:" + HexFormat.of().formatHex(sha256(bytes)) : identity;
    }

    private static long key(String name) {
        return ByteBuffer.wrap(sha256(name.getBytes(StandardCharsets.UTF_8))).getLong();
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
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

        GuardLookup memory(Map<Integer, Long> oldestAlive) {
            if (entry == null || entry.lastTime() < oldestAlive.getOrDefault(partition, Long.MIN_VALUE)) {
                return GuardLookup.NOTHING;
            }
            if (!entry.fingerprint().equals(fingerprint)) {
                return GuardLookup.OTHER_CONTENT;
            }
            return entry.status() == GuardEntry.Status.DECIDED ? GuardLookup.DECIDED : GuardLookup.QUARANTINED;
        }
    }
}
