package dev.hapax.wire;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.ClassifiedArrival;
import java.util.Map;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/** An arrival in the repartition topic, for readers that do not ask for its classification. */
public final class ArrivalSerde implements Serde<Arrival>, Serializer<Arrival>, Deserializer<Arrival> {

    private final ClassifiedArrivalSerde classified = new ClassifiedArrivalSerde();

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
        return classified.serialize(topic, new ClassifiedArrival(arrival, null));
    }

    @Override
    public Arrival deserialize(String topic, byte[] bytes) {
        throw new SerializationException("an arrival cannot be read without its headers");
    }

    @Override
    public Arrival deserialize(String topic, Headers headers, byte[] bytes) {
        return classified.deserialize(topic, headers, bytes).arrival();
    }

    @Override
    public void close() {}

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {}
}
