package dev.hapax.operations.quarantine;

import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Header;
import dev.hapax.domain.Message;
import dev.hapax.domain.Reason;
import dev.hapax.operations.Sha256;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A record of the quarantine topic: the original message, byte for byte, and what the headers say of it.
 *
 * @param stored its coordinates in the quarantine topic
 * @param added the headers that are not the original's
 */
public record Quarantined(Coordinates stored, Instant at, Message original, List<Header> added) {

    private static final int DIGEST_BYTES = 8;

    /** The record as it was written; null where it is not one of Hapax's, which anyone may put into a topic. */
    public static @Nullable Quarantined read(ConsumerRecord<byte[], byte[]> record) {
        List<Header> headers = KafkaHeaders.toDomain(record.headers());
        Message whole = new Message(
                new Coordinates(record.topic(), record.partition(), record.offset()),
                record.timestamp(),
                record.key(),
                record.value(),
                headers);
        try {
            int originals = Integer.parseInt(text(whole, HeaderNames.ORIGINAL_HEADERS));
            Coordinates at = new Coordinates(
                    text(whole, HeaderNames.ERROR_TOPIC),
                    Integer.parseInt(text(whole, HeaderNames.ERROR_PARTITION)),
                    Long.parseLong(text(whole, HeaderNames.ERROR_OFFSET)));
            Message original = new Message(
                    at,
                    Long.parseLong(text(whole, HeaderNames.TIMESTAMP)),
                    record.key(),
                    record.value(),
                    headers.subList(0, originals));
            Quarantined found = new Quarantined(
                    whole.at(),
                    Instant.ofEpochMilli(record.timestamp()),
                    original,
                    headers.subList(originals, headers.size()));
            return found.isOurs() ? found : null;
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return null;
        }
    }

    private static String text(Message message, String name) {
        String text = message.headerText(name);
        if (text == null) {
            throw new IllegalArgumentException("header " + name + " is missing");
        }
        return text;
    }

    /** The case this record belongs to: where its message came from. */
    public Coordinates id() {
        return original.at();
    }

    /** The text of that header; empty if there is none. */
    public String header(String name) {
        String text = headerOrNull(name);
        return text == null ? "" : text;
    }

    public @Nullable String headerOrNull(String name) {
        return new Message(stored, 0, null, null, added).headerText(name);
    }

    public int attempts() {
        return number(HeaderNames.ATTEMPTS, 1);
    }

    public int generation() {
        return number(HeaderNames.GENERATION, 0);
    }

    /** Whether the headers have what every reader relies on; throws if a number is malformed. */
    private boolean isOurs() {
        return attempts() > 0
                && generation() >= 0
                && !header(HeaderNames.REASON).isEmpty();
    }

    private int number(String name, int otherwise) {
        String text = header(name);
        return text.isEmpty() ? otherwise : Integer.parseInt(text);
    }

    /** The parts of the original that were too large for quarantine, such as {@code value}; null where it is whole. */
    public @Nullable String omitted() {
        return headerOrNull(HeaderNames.OMITTED);
    }

    /** Of the message as it arrived; null for one that was replayed from quarantine, which may have been edited. */
    @Nullable
    String digest() {
        return attempts() > 1 ? null : digest(original);
    }

    /** Distinguishes messages with the same coordinates, by time, key and value. */
    private static String digest(Message message) {
        MessageDigest digest = Sha256.newDigest();
        digest.update(ByteBuffer.allocate(Long.BYTES).putLong(0, message.timestamp()));
        update(digest, message.key());
        update(digest, message.value());
        return HexFormat.of().formatHex(digest.digest(), 0, DIGEST_BYTES);
    }

    /** With its length first, so that what moves from the key to the value is another message. */
    private static void update(MessageDigest digest, byte @Nullable [] bytes) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes == null ? -1 : bytes.length));
        if (bytes != null) {
            digest.update(bytes);
        }
    }

    Failure failure() {
        return new Failure(
                new Failure.Key(generation(), attempts()),
                digest(),
                at,
                header(HeaderNames.REASON).equals(Reason.RETRIES_EXHAUSTED.name()));
    }

    /**
     * One time that a message was quarantined.
     *
     * @param digest of the message as it arrived; null for one that was replayed from quarantine, which may have been edited
     * @param at when it was quarantined
     * @param exhausted whether it has failed as often as it may
     */
    public record Failure(Key key, @Nullable String digest, Instant at, boolean exhausted) {

        /** A message fails once under each of these, however often its record is read again. */
        public record Key(int generation, int attempt) {}

        int attempt() {
            return key.attempt();
        }
    }
}
