package dev.hapax.bench.flink;

import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Records as key and value. The key is text and not the bytes it is made of, because Flink takes no array for a key; both
 * are in a tuple, because Flink moves tuples faster than other types.
 */
final class KeyedRecords implements KafkaRecordDeserializationSchema<Tuple2<String, byte[]>> {

    static KafkaRecordSerializationSchema<Tuple2<String, byte[]>> to(String topic) {
        return KafkaRecordSerializationSchema.<Tuple2<String, byte[]>>builder()
                .setTopic(topic)
                .setKeySerializationSchema(new Key())
                .setValueSerializationSchema(new Value())
                .build();
    }

    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<Tuple2<String, byte[]>> out) {
        out.collect(Tuple2.of(new String(record.key(), StandardCharsets.UTF_8), record.value()));
    }

    @Override
    public TypeInformation<Tuple2<String, byte[]>> getProducedType() {
        return Types.TUPLE(Types.STRING, Types.PRIMITIVE_ARRAY(Types.BYTE));
    }

    // Classes and not lambdas: Flink wants to know what they serialize, and a lambda does not tell.
    private static final class Key implements SerializationSchema<Tuple2<String, byte[]>> {
        @Override
        public byte[] serialize(Tuple2<String, byte[]> keyed) {
            return keyed.f0.getBytes(StandardCharsets.UTF_8);
        }
    }

    private static final class Value implements SerializationSchema<Tuple2<String, byte[]>> {
        @Override
        public byte[] serialize(Tuple2<String, byte[]> keyed) {
            return keyed.f1;
        }
    }
}
