package dev.hapax.wire;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.Classification;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Header;
import dev.hapax.domain.Intake;
import dev.hapax.domain.Judgement;
import dev.hapax.domain.Message;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.ByteUtils;
import org.jspecify.annotations.Nullable;

/**
 * An arrival as the value of a record in the repartition topic. The original headers are the record's own headers and the
 * identity is its key.
 *
 * <p>Version 1: version, timestamp, generation, attempts, fingerprint, coordinates, source, identity, key, value. If the
 * message was classified, these follow: flags (1 important), score, label, rule, classifier, reason.
 *
 * <p>The first release wrote version 1 without a classification, and ignores what follows the value. So the version stays 1,
 * and during a rolling upgrade each release reads what the other one wrote.
 */
public final class ArrivedSerde
        implements Serde<Intake.Arrived>, Serializer<Intake.Arrived>, Deserializer<Intake.Arrived> {

    private static final byte VERSION = 1;
    private static final int IMPORTANT = 1;
    private static final byte[] NOT_CLASSIFIED = {};

    private final RepeatedText texts = new RepeatedText();

    @Override
    public Serializer<Intake.Arrived> serializer() {
        return this;
    }

    @Override
    public Deserializer<Intake.Arrived> deserializer() {
        return this;
    }

    @Override
    public byte[] serialize(String topic, Intake.Arrived classified) {
        Arrival arrival = classified.arrival();
        Message message = arrival.message();
        byte[] sourceTopic = Binary.utf8(message.at().topic());
        byte[] source = Binary.utf8(arrival.source());
        byte[] identity = Binary.utf8(arrival.identity());
        byte[] classification = bytes(classified.classification());
        ByteBuffer out = ByteBuffer.allocate(1
                + ByteUtils.sizeOfVarlong(message.timestamp())
                + ByteUtils.sizeOfVarint(arrival.generation())
                + ByteUtils.sizeOfVarint(arrival.attempts())
                + Fingerprint.BYTES
                + Binary.sizeOf(message.at(), sourceTopic)
                + Binary.sizeOf(source)
                + Binary.sizeOf(identity)
                + Binary.sizeOf(message.key())
                + Binary.sizeOf(message.value())
                + classification.length);
        out.put(VERSION);
        ByteUtils.writeVarlong(message.timestamp(), out);
        ByteUtils.writeVarint(arrival.generation(), out);
        ByteUtils.writeVarint(arrival.attempts(), out);
        Binary.put(out, arrival.fingerprint());
        Binary.put(out, message.at(), sourceTopic);
        Binary.put(out, source);
        Binary.put(out, identity);
        Binary.put(out, message.key());
        Binary.put(out, message.value());
        out.put(classification);
        return out.array();
    }

    private static byte[] bytes(@Nullable Classification classification) {
        if (classification == null) {
            return NOT_CLASSIFIED;
        }
        Judgement judgement = classification.judgement();
        byte[] label = Binary.utf8(judgement.label());
        byte[] rule = Binary.utf8(judgement.rule());
        byte[] classifier = Binary.utf8(classification.classifier());
        byte[] reason = Binary.utf8(judgement.reason());
        ByteBuffer out = ByteBuffer.allocate(1
                + ByteUtils.sizeOfVarint(judgement.score())
                + Binary.sizeOf(label)
                + Binary.sizeOf(rule)
                + Binary.sizeOf(classifier)
                + Binary.sizeOf(reason));
        out.put((byte) (judgement.important() ? IMPORTANT : 0));
        ByteUtils.writeVarint(judgement.score(), out);
        Binary.put(out, label);
        Binary.put(out, rule);
        Binary.put(out, classifier);
        Binary.put(out, reason);
        return out.array();
    }

    @Override
    public Intake.Arrived deserialize(String topic, byte[] bytes) {
        throw new SerializationException("an arrival cannot be read without its headers");
    }

    @Override
    public Intake.Arrived deserialize(String topic, Headers headers, byte[] bytes) {
        return read(topic, KafkaHeaders.toDomain(headers), ByteBuffer.wrap(bytes));
    }

    /** Reads up to the limit. */
    Intake.Arrived read(String topic, List<Header> headers, ByteBuffer in) {
        byte version = in.get();
        if (version != VERSION) {
            throw new SerializationException("arrival of version " + version + " in " + topic
                    + ", but this Hapax reads " + VERSION + ": let the version that wrote it drain the topic first");
        }
        long timestamp = ByteUtils.readVarlong(in);
        int generation = ByteUtils.readVarint(in);
        int attempts = ByteUtils.readVarint(in);
        Fingerprint fingerprint = Binary.fingerprint(in);
        Coordinates at = new Coordinates(texts.read(in), ByteUtils.readVarint(in), ByteUtils.readVarlong(in));
        String source = texts.read(in);
        String identity = Binary.text(in);
        Message message = new Message(at, timestamp, Binary.bytes(in), Binary.bytes(in), headers);
        Arrival arrival = new Arrival(source, message, identity, fingerprint, generation, attempts);
        return Intake.Arrived.moved(arrival, in.hasRemaining() ? classification(in) : null);
    }

    private Classification classification(ByteBuffer in) {
        boolean important = (in.get() & IMPORTANT) != 0;
        int score = ByteUtils.readVarint(in);
        String label = texts.read(in);
        String rule = texts.read(in);
        String classifier = texts.read(in);
        String reason = Binary.text(in);
        return new Classification(new Judgement(label, important, score, reason, rule), classifier);
    }

    @Override
    public void close() {}

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {}
}
