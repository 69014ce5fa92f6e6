package dev.hapax.wire;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Message;
import java.nio.ByteBuffer;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.ByteUtils;

/**
 * An arrival on its way through the repartition topic. The original headers travel as the record's own headers and the
 * identity is its key; the rest stands in the value. Version 1: version, timestamp, generation, attempts, fingerprint,
 * coordinates, source, identity, key, value.
 */
public final class ArrivalSerde implements Serde<Arrival>, Serializer<Arrival>, Deserializer<Arrival> {

    private static final byte VERSION = 1;

    @Override
    public Serializer<Arrival> serializer() {
        return this;
    }

    @Override
    public Deserializer<Arrival> deserializer() {
        return this;
    }

    @Override
    public byte[] serialize(String topic, Arrival arrival) {
        Message message = arrival.message();
        byte[] sourceTopic = Binary.utf8(message.at().topic());
        byte[] source = Binary.utf8(arrival.source());
        byte[] identity = Binary.utf8(arrival.identity());
        ByteBuffer out = ByteBuffer.allocate(1
                + ByteUtils.sizeOfVarlong(message.timestamp())
                + ByteUtils.sizeOfVarint(arrival.generation())
                + ByteUtils.sizeOfVarint(arrival.attempts())
                + Fingerprint.BYTES
                + Binary.sizeOf(message.at(), sourceTopic)
                + Binary.sizeOf(source)
                + Binary.sizeOf(identity)
                + Binary.sizeOf(message.key())
                + Binary.sizeOf(message.value()));
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
        return out.array();
    }

    @Override
    public Arrival deserialize(String topic, byte[] bytes) {
        throw new SerializationException("an arrival cannot be read without its headers");
    }

    @Override
    public Arrival deserialize(String topic, Headers headers, byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        byte version = in.get();
        if (version != VERSION) {
            throw new SerializationException("arrival of version " + version + " in " + topic
                    + ", but this Hapax reads " + VERSION + ": let the version that wrote it drain the topic first");
        }
        long timestamp = ByteUtils.readVarlong(in);
        int generation = ByteUtils.readVarint(in);
        int attempts = ByteUtils.readVarint(in);
        Fingerprint fingerprint = Binary.fingerprint(in);
        Coordinates at = Binary.coordinates(in);
        String source = Binary.text(in);
        String identity = Binary.text(in);
        Message message =
                new Message(at, timestamp, Binary.bytes(in), Binary.bytes(in), KafkaHeaders.toDomain(headers));
        return new Arrival(source, message, identity, fingerprint, generation, attempts);
    }

    @Override
    public void close() {}

    @Override
    public void configure(java.util.Map<String, ?> configs, boolean isKey) {}
}
