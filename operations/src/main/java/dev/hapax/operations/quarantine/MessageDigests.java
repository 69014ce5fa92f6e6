package dev.hapax.operations.quarantine;

import dev.hapax.domain.Message;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Tells messages apart that had the same coordinates, by time, key and value. */
final class MessageDigests {

    private static final int BYTES = 8;

    private MessageDigests() {}

    static String of(Message message) {
        MessageDigest digest = sha256();
        digest.update(ByteBuffer.allocate(Long.BYTES).putLong(0, message.timestamp()));
        update(digest, message.key());
        update(digest, message.value());
        return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
    }

    /** With its length first, so that what moves from the key to the value is another message. */
    private static void update(MessageDigest digest, byte @Nullable [] bytes) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes == null ? -1 : bytes.length));
        if (bytes != null) {
            digest.update(bytes);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
