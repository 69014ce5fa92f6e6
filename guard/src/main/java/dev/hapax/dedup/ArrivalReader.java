package dev.hapax.dedup;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Message;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.kstream.KeyValueMapper;
import org.jspecify.annotations.Nullable;

/**
 * Reads from a record what the guard needs to judge it, or says why that is impossible. The last four bytes of its
 * fingerprints are a hash of the record's key, so that a record with the same identity and another key is noticed.
 */
record ArrivalReader<K, V>(
        KeyValueMapper<K, V, String> identity, @Nullable KeyValueMapper<K, V, byte[]> fingerprint) {

    private static final String SOURCE = "";
    private static final byte[] NO_CONTENT = new byte[Fingerprint.BYTES];
    private static final long KEY_BITS = 0xFFFFFFFFL;
    /** Types whose hash is specified, and so the same in every process. */
    private static final Set<Class<?>> STABLE =
            Set.of(String.class, Long.class, Integer.class, Short.class, UUID.class);

    Arrival read(K key, V value, long timestamp, Coordinates at) {
        if (key == null) {
            throw new DeduplicationException(at + " has no key, so records with its identity can be in any partition."
                    + " Call selectKey and repartition before Deduplicate.");
        }
        if (timestamp < 0) {
            throw new DeduplicationException(at + " has the negative timestamp " + timestamp + ".");
        }
        String name = identity.apply(key, value);
        if (name == null || name.isEmpty()) {
            throw new DeduplicationException(at + " has no identity: the function of Deduplicate.by returned "
                    + (name == null ? "null" : "an empty string") + ". Filter such records out before Deduplicate.");
        }
        if (!isUnicode(name)) {
            throw new DeduplicationException(at + " has an identity with half of a surrogate pair, which UTF-8 cannot"
                    + " represent: '" + name + "'.");
        }
        Message message = new Message(at, timestamp, null, null, List.of());
        return new Arrival(SOURCE, message, name, fingerprint(key, value, at), 0, 0);
    }

    private Fingerprint fingerprint(K key, V value, Coordinates at) {
        Fingerprint content =
                Fingerprint.of(fingerprint == null ? NO_CONTENT : digest(fingerprint.apply(key, value), at));
        return new Fingerprint(content.high(), (content.low() & ~KEY_BITS) | (stableHash(key) & KEY_BITS));
    }

    /** Whether the contents are the same, whatever the keys are. */
    static boolean sameContent(Fingerprint one, Fingerprint other) {
        return one.high() == other.high() && ((one.low() ^ other.low()) & ~KEY_BITS) == 0;
    }

    private static byte[] digest(byte @Nullable [] content, Coordinates at) {
        if (content == null) {
            throw new DeduplicationException(at + ": the function of Deduplicate.fingerprint returned null.");
        }
        try {
            return MessageDigest.getInstance("SHA-256").digest(content);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The same in every process, or 0 for a type of which that is not known. */
    private static int stableHash(Object key) {
        if (STABLE.contains(key.getClass())) {
            return key.hashCode();
        }
        if (key instanceof byte[] bytes) {
            return Arrays.hashCode(bytes);
        }
        if (key instanceof Bytes bytes) {
            return Arrays.hashCode(bytes.get());
        }
        return key instanceof ByteBuffer buffer ? buffer.hashCode() : 0;
    }

    /** Two such names could have the same bytes, and one would be taken for a copy of the other. */
    private static boolean isUnicode(String name) {
        return name.chars().noneMatch(c -> Character.isSurrogate((char) c))
                || StandardCharsets.UTF_8.newEncoder().canEncode(name);
    }
}
