package dev.hapax.bench.contender;

import dev.hapax.classify.Classifiers;
import dev.hapax.config.Settings;
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
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.params.SetParams;

/**
 * Hapax's own intake, rules and decisions around a guard in Redis: {@code SET identity fingerprint NX GET EX ttl}, all messages
 * of a poll in one pipeline. Still less than Hapax does: it writes no notes of duplicates and no quarantine, and Redis and
 * Kafka do not commit together.
 */
final class RedisEqualWork implements Contender {

    @Override
    public AutoCloseable start(Job job) throws Exception {
        HostAndPort server = HostAndPort.from(job.option("redis"));
        SetParams once = SetParams.setParams().nx().ex(Math.max(1, job.wallTtl().toSeconds()));
        Settings settings = HapaxSettings.of(job);
        Sources sources = Sources.of(settings, Formats.load(), Classifiers.installed());
        Source source = Objects.requireNonNull(sources.ofTopic(job.input()));
        return ConsumeAndProduce.work(job, () -> new Worker(new Jedis(server), once, source, job.output()));
    }

    private record Worker(Jedis redis, SetParams once, Source source, String output)
            implements ConsumeAndProduce.Worker {

        @Override
        public List<ProducerRecord<byte[], byte[]>> outputs(ConsumerRecords<byte[], byte[]> polled) {
            List<Intake.Arrived> arrived = new ArrayList<>(polled.count());
            for (ConsumerRecord<byte[], byte[]> record : polled) {
                arrived.add(read(record));
            }
            List<Response<byte[]>> earlier = new ArrayList<>(arrived.size());
            try (Pipeline pipeline = redis.pipelined()) {
                for (Intake.Arrived message : arrived) {
                    byte[] identity = message.arrival().identity().getBytes(StandardCharsets.UTF_8);
                    earlier.add(
                            pipeline.setGet(identity, bytes(message.arrival().fingerprint()), once));
                }
            }
            List<ProducerRecord<byte[], byte[]>> decisions = new ArrayList<>(arrived.size());
            for (int i = 0; i < arrived.size(); i++) {
                byte[] first = earlier.get(i).get();
                if (first == null) {
                    decisions.add(decide(arrived.get(i)));
                } else {
                    requireSameContent(arrived.get(i).arrival(), first);
                }
            }
            return decisions;
        }

        private Intake.Arrived read(ConsumerRecord<byte[], byte[]> record) {
            Message message = new Message(
                    new Coordinates(record.topic(), record.partition(), record.offset()),
                    record.timestamp(),
                    record.key(),
                    record.value(),
                    KafkaHeaders.toDomain(record.headers()));
            if (source.read(message, 0, 0) instanceof Intake.Arrived arrived) {
                return arrived;
            }
            throw new IllegalStateException(message.at() + " can't be read, but the bench sends only what can");
        }

        private ProducerRecord<byte[], byte[]> decide(Intake.Arrived arrived) {
            Arrival arrival = arrived.arrival();
            try {
                Decision decision = source.decide(arrival, arrived.content());
                return new ProducerRecord<>(
                        output,
                        null,
                        decision.eventTime(),
                        decision.identity().getBytes(StandardCharsets.UTF_8),
                        DecisionSerde.write(decision),
                        headers(arrival, decision));
            } catch (RefusedException e) {
                throw new IllegalStateException(arrival.message().at() + " can't be decided", e);
            }
        }

        /** Those Hapax writes. */
        private static RecordHeaders headers(Arrival arrival, Decision decision) {
            RecordHeaders headers = KafkaHeaders.toKafka(arrival.message().headers());
            KafkaHeaders.add(headers, HeaderNames.IDENTITY, arrival.identity());
            KafkaHeaders.add(headers, HeaderNames.GENERATION, Integer.toString(arrival.generation()));
            KafkaHeaders.add(headers, HeaderNames.SOURCE, arrival.source());
            KafkaHeaders.add(headers, HeaderNames.SOURCE_TOPIC, decision.at().topic());
            KafkaHeaders.add(
                    headers,
                    HeaderNames.SOURCE_PARTITION,
                    Integer.toString(decision.at().partition()));
            KafkaHeaders.add(
                    headers,
                    HeaderNames.SOURCE_OFFSET,
                    Long.toString(decision.at().offset()));
            KafkaHeaders.add(headers, HeaderNames.CLASSIFIER, decision.classifier());
            return headers;
        }

        private static void requireSameContent(Arrival arrival, byte[] fingerprint) {
            if (!Fingerprint.of(fingerprint).equals(arrival.fingerprint())) {
                throw new IllegalStateException(arrival.message().at()
                        + " conflicts with an earlier message, but the bench sends no conflicts");
            }
        }

        private static byte[] bytes(Fingerprint fingerprint) {
            ByteBuffer out = ByteBuffer.allocate(Fingerprint.BYTES);
            out.putLong(fingerprint.high()).putLong(fingerprint.low());
            return out.array();
        }

        @Override
        public void close() {
            redis.close();
        }
    }
}
