package dev.hapax.bench.flink;

import dev.hapax.classify.Classifiers;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.domain.Arrival;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Intake;
import dev.hapax.domain.Message;
import dev.hapax.domain.RefusedException;
import dev.hapax.intake.Formats;
import dev.hapax.source.Source;
import dev.hapax.source.Sources;
import dev.hapax.wire.DecisionSerde;
import dev.hapax.wire.KafkaHeaders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;
import org.apache.flink.api.common.serialization.DeserializationSchema.InitializationContext;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple7;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Messages as Hapax's intake and rules see them: identity, fingerprint, decision, classifier, partition, offset, time. Decided
 * where they are read, so that neither the content nor the original bytes have to be moved; Hapax moves the bytes, because a
 * conflict must reach quarantine whole.
 */
final class DecidedMessages
        implements KafkaRecordDeserializationSchema<Tuple7<String, byte[], byte[], String, Integer, Long, Long>> {

    /** As the bench configures Hapax, as far as intake and rules are concerned. */
    private static final String SETTINGS = """
            application-id: flink
            kafka: { bootstrap.servers: 'unused:9092' }
            sources: [{ topic: '%s', identity: { field: /id } }]
            """;

    private final String input;
    private transient @Nullable Source source;

    DecidedMessages(String input) {
        this.input = input;
    }

    @Override
    public void open(InitializationContext context) {
        Settings settings = SettingsFile.parse(
                        SETTINGS.formatted(input), "flink.yaml", Path.of("").toAbsolutePath(), name -> null)
                .settings();
        Sources sources = Sources.of(settings, Formats.load(), Classifiers.installed());
        source = sources.ofTopic(input);
    }

    @Override
    public void deserialize(
            ConsumerRecord<byte[], byte[]> record,
            Collector<Tuple7<String, byte[], byte[], String, Integer, Long, Long>> out)
            throws IOException {
        Source from = Objects.requireNonNull(source, "not opened");
        Message message = new Message(
                new Coordinates(record.topic(), record.partition(), record.offset()),
                record.timestamp(),
                record.key(),
                record.value(),
                KafkaHeaders.toDomain(record.headers()));
        if (!(from.read(message, 0, 0) instanceof Intake.Arrived arrived)) {
            throw new IOException(message.at() + " can't be read, but the bench sends only what can");
        }
        try {
            Decision decision = from.decide(arrived.arrival(), arrived.content());
            out.collect(decided(arrived.arrival(), decision));
        } catch (RefusedException e) {
            throw new IOException(message.at() + " can't be decided", e);
        }
    }

    private static Tuple7<String, byte[], byte[], String, Integer, Long, Long> decided(
            Arrival arrival, Decision decision) {
        return Tuple7.of(
                arrival.identity(),
                bytes(arrival.fingerprint()),
                DecisionSerde.write(decision),
                decision.classifier(),
                decision.at().partition(),
                decision.at().offset(),
                decision.eventTime());
    }

    private static byte[] bytes(Fingerprint fingerprint) {
        ByteBuffer out = ByteBuffer.allocate(Fingerprint.BYTES);
        out.putLong(fingerprint.high()).putLong(fingerprint.low());
        return out.array();
    }

    @Override
    public TypeInformation<Tuple7<String, byte[], byte[], String, Integer, Long, Long>> getProducedType() {
        return Types.TUPLE(
                Types.STRING,
                Types.PRIMITIVE_ARRAY(Types.BYTE),
                Types.PRIMITIVE_ARRAY(Types.BYTE),
                Types.STRING,
                Types.INT,
                Types.LONG,
                Types.LONG);
    }
}
