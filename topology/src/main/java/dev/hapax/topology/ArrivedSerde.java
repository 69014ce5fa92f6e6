package dev.hapax.topology;

import dev.hapax.domain.ClassifiedArrival;
import dev.hapax.intake.Intake;
import dev.hapax.wire.ClassifiedArrivalSerde;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/** Arrivals on their way through the repartition topic, where what intake has read of them is left behind. */
final class ArrivedSerde implements Serde<Intake.Arrived>, Serializer<Intake.Arrived>, Deserializer<Intake.Arrived> {

    private final ClassifiedArrivalSerde format = new ClassifiedArrivalSerde();

    @Override
    public Serializer<Intake.Arrived> serializer() {
        return this;
    }

    @Override
    public Deserializer<Intake.Arrived> deserializer() {
        return this;
    }

    @Override
    public byte[] serialize(String topic, Intake.Arrived arrived) {
        return format.serialize(topic, new ClassifiedArrival(arrived.arrival(), arrived.classification()));
    }

    @Override
    public Intake.Arrived deserialize(String topic, byte[] bytes) {
        return moved(format.deserialize(topic, bytes));
    }

    @Override
    public Intake.Arrived deserialize(String topic, Headers headers, byte[] bytes) {
        return moved(format.deserialize(topic, headers, bytes));
    }

    private static Intake.Arrived moved(ClassifiedArrival moved) {
        return new Intake.Arrived(moved.arrival(), Intake.Arrived.UNREAD, false, null, moved.classification());
    }

    @Override
    public void close() {}

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {}
}
