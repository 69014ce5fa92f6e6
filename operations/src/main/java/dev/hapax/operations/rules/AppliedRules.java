package dev.hapax.operations.rules;

import dev.hapax.classify.rules.RuleSet;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;

/**
 * A version of a classifier's rules that an operator applied, as a record of the rules topic: keyed by classifier and version,
 * so that compaction keeps every version, with the rule file as its value.
 *
 * @param version as it was when they were applied; a later version of Hapax may give the same file another one
 * @param file the text of the rule file
 * @param offset of the record; the highest one of a classifier is in force
 */
public record AppliedRules(
        String classifier, String version, String file, String actor, String reason, Instant at, long offset) {

    private static final long NOT_WRITTEN = -1;

    /** What an operator is about to apply. */
    public static AppliedRules of(
            String classifier, RuleSet rules, String file, String actor, String reason, Instant at) {
        return new AppliedRules(classifier, rules.version(), file, actor, reason, at, NOT_WRITTEN);
    }

    /** @throws IllegalArgumentException when it is no such record, saying why */
    public static AppliedRules read(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() == null || record.value() == null) {
            throw new IllegalArgumentException("it has no " + (record.key() == null ? "key" : "value"));
        }
        String key = printable(text(record.key(), "key"));
        int slash = key.lastIndexOf('/');
        if (slash < 1 || slash == key.length() - 1) {
            throw new IllegalArgumentException("its key '" + key + "' is not CLASSIFIER/VERSION");
        }
        Headers headers = record.headers();
        String at = header(headers, HeaderNames.APPLIED_AT);
        try {
            return new AppliedRules(
                    key.substring(0, slash),
                    key.substring(slash + 1),
                    text(record.value(), "value"),
                    header(headers, HeaderNames.ACTOR),
                    header(headers, HeaderNames.REASON),
                    Instant.parse(at),
                    record.offset());
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "its header " + HeaderNames.APPLIED_AT + ", '" + at + "', is no time", e);
        }
    }

    private static String text(byte[] bytes, String what) {
        try {
            // Unlike a String's constructor, this refuses bytes that are not UTF-8.
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("its " + what + " is not UTF-8", e);
        }
    }

    private static String header(Headers headers, String name) {
        String text = KafkaHeaders.text(headers, name);
        if (text == null || text.isBlank()) {
            throw new IllegalArgumentException("it lacks the header " + name + ", which 'hapax rules apply' writes");
        }
        return printable(text);
    }

    /** Anyone may write to a topic, and a terminal obeys control characters. */
    private static String printable(String text) {
        return text.codePoints()
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? '·' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    ProducerRecord<byte[], byte[]> record(String topic) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                topic,
                (classifier + "/" + version).getBytes(StandardCharsets.UTF_8),
                file.getBytes(StandardCharsets.UTF_8));
        KafkaHeaders.add(record.headers(), HeaderNames.CLASSIFIER, version);
        KafkaHeaders.add(record.headers(), HeaderNames.ACTOR, actor);
        KafkaHeaders.add(record.headers(), HeaderNames.REASON, reason);
        KafkaHeaders.add(record.headers(), HeaderNames.APPLIED_AT, at.toString());
        return record;
    }

    /**
     * The rules themselves.
     *
     * @throws IllegalArgumentException when the file cannot be used, with everything that is wrong with it
     */
    public RuleSet rules() {
        String name = classifier + "/" + version;
        try {
            return RuleSet.parse(file, name);
        } catch (StackOverflowError e) {
            throw new IllegalArgumentException(name + ": is nested too deeply", e);
        }
    }

    /** Whether the file can be read: someone else may have written it. */
    boolean usable() {
        try {
            var unused = rules();
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
