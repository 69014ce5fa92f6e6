package com.example.logfmt;

import dev.hapax.domain.Content;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Message;
import dev.hapax.domain.Reason;
import dev.hapax.domain.RefusedException;
import dev.hapax.domain.Value;
import dev.hapax.intake.FormatReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.SortedMap;

/** Reads lines of one source. It keeps nothing between messages, so every thread can use it. */
final class LogfmtReader implements FormatReader {

    private final LogfmtFormat.RepeatedKeys repeatedKeys;

    LogfmtReader(LogfmtFormat.RepeatedKeys repeatedKeys) {
        this.repeatedKeys = repeatedKeys;
    }

    @Override
    public Content read(Message message) throws RefusedException {
        return readWhole(message).content();
    }

    @Override
    public Fingerprint digest(Message message) throws RefusedException {
        return readWhole(message).digest();
    }

    @Override
    public Whole readWhole(Message message) throws RefusedException {
        byte[] value = message.value();
        if (value == null) {
            return Whole.TOMBSTONE;
        }
        SortedMap<String, Value> fields = new LogfmtLine(text(value), repeatedKeys).fields();
        return new Whole(fields::get, fingerprint(fields));
    }

    private static String text(byte[] value) throws RefusedException {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value)).toString();
        } catch (CharacterCodingException e) {
            throw new RefusedException(Reason.UNREADABLE, "the line is not valid UTF-8", e);
        }
    }

    /** Of the sorted keys and typed values, so that order and white space do not count. */
    private static Fingerprint fingerprint(SortedMap<String, Value> fields) {
        MessageDigest digest = sha256();
        for (Map.Entry<String, Value> field : fields.entrySet()) {
            add(digest, field.getKey());
            add(digest, field.getValue().kind());
            add(digest, field.getValue().display());
        }
        return Fingerprint.of(digest.digest());
    }

    /** With its length in front of it, so that no two sequences of texts have the same bytes. */
    private static void add(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        digest.update(bytes);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
