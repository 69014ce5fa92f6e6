package dev.hapax.wire;

import dev.hapax.domain.Header;
import dev.hapax.domain.Intake;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.ByteUtils;

/**
 * The value of a record in the repartition topic: one arrival, or several that share a record because a record costs more than
 * what is in it. Kafka Streams writes them one by one; the producer packs them.
 *
 * <p>One arrival is written as {@link ArrivedSerde} does. Version 2: version, and for each arrival its headers (their number,
 * then name and value of each), then the length of version 1, and version 1.
 */
public final class MovedSerde
        implements Serde<List<Intake.Arrived>>, Serializer<List<Intake.Arrived>>, Deserializer<List<Intake.Arrived>> {

    private static final byte PACKED = 2;
    private static final List<Header> NO_HEADERS = List.of();

    private final ArrivedSerde one = new ArrivedSerde();
    private final RepeatedText names = new RepeatedText();

    /** The value of one record in place of several, each with a value that this serde wrote. */
    public static byte[] pack(List<ProducerRecord<byte[], byte[]>> records) {
        int size = 1;
        for (ProducerRecord<byte[], byte[]> record : records) {
            size += sizeOf(record.headers()) + Binary.sizeOf(record.value());
        }
        ByteBuffer out = ByteBuffer.allocate(size);
        out.put(PACKED);
        for (ProducerRecord<byte[], byte[]> record : records) {
            put(out, record.headers());
            Binary.put(out, record.value());
        }
        return out.array();
    }

    private static int sizeOf(Headers headers) {
        org.apache.kafka.common.header.Header[] all = headers.toArray();
        int size = ByteUtils.sizeOfVarint(all.length);
        for (org.apache.kafka.common.header.Header header : all) {
            size += Binary.sizeOf(Binary.utf8(header.key())) + Binary.sizeOf(header.value());
        }
        return size;
    }

    private static void put(ByteBuffer out, Headers headers) {
        org.apache.kafka.common.header.Header[] all = headers.toArray();
        ByteUtils.writeVarint(all.length, out);
        for (org.apache.kafka.common.header.Header header : all) {
            Binary.put(out, Binary.utf8(header.key()));
            Binary.put(out, header.value());
        }
    }

    @Override
    public Serializer<List<Intake.Arrived>> serializer() {
        return this;
    }

    @Override
    public Deserializer<List<Intake.Arrived>> deserializer() {
        return this;
    }

    @Override
    public byte[] serialize(String topic, List<Intake.Arrived> arrivals) {
        if (arrivals.size() != 1) {
            throw new SerializationException(arrivals.size() + " arrivals: they are packed when they are sent");
        }
        return one.serialize(topic, arrivals.get(0));
    }

    @Override
    public List<Intake.Arrived> deserialize(String topic, byte[] bytes) {
        throw new SerializationException("arrivals cannot be read without their headers");
    }

    @Override
    public List<Intake.Arrived> deserialize(String topic, Headers headers, byte[] bytes) {
        if (bytes.length == 0 || bytes[0] != PACKED) {
            return List.of(one.deserialize(topic, headers, bytes));
        }
        List<Intake.Arrived> arrivals = new ArrayList<>();
        ByteBuffer in = ByteBuffer.wrap(bytes, 1, bytes.length - 1);
        while (in.hasRemaining()) {
            List<Header> own = headers(in);
            int length = ByteUtils.readVarint(in);
            if (length < 1 || length > in.remaining()) {
                throw new SerializationException(
                        "an arrival of " + length + " bytes in " + topic + ", but " + in.remaining() + " bytes left");
            }
            int end = in.position() + length;
            int limit = in.limit();
            in.limit(end);
            arrivals.add(one.read(topic, own, in));
            in.limit(limit);
            in.position(end);
        }
        return arrivals;
    }

    private List<Header> headers(ByteBuffer in) {
        int count = ByteUtils.readVarint(in);
        if (count == 0) {
            return NO_HEADERS;
        }
        if (count < 0 || count > in.remaining()) {
            throw new SerializationException(count + " headers, but " + in.remaining() + " bytes left");
        }
        List<Header> headers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            headers.add(new Header(names.read(in), Binary.bytes(in)));
        }
        return headers;
    }

    @Override
    public void close() {}

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {}
}
