package dev.hapax.topology;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Header;
import dev.hapax.domain.Message;
import dev.hapax.domain.Outcome;
import dev.hapax.quarantine.QuarantineRecords;
import dev.hapax.wire.DecisionSerde;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import dev.hapax.wire.SuppressionFormat;
import dev.hapax.wire.TraceParent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;

/** Writes outcomes as records: keyed by identity, the original's headers carried through, ours added. */
final class OutputRecords {

    private final QuarantineRecords quarantine;

    OutputRecords(QuarantineRecords quarantine) {
        this.quarantine = quarantine;
    }

    Record<byte[], byte[]> decision(Outcome.Decided decided) {
        Decision decision = decided.decision();
        RecordHeaders headers = headers(decided.arrival());
        KafkaHeaders.add(headers, HeaderNames.CLASSIFIER, decision.classifier());
        return new Record<>(key(decision.identity()), DecisionSerde.write(decision), decision.eventTime(), headers);
    }

    /** The original message, with headers that say how it was decided. */
    @SuppressWarnings("NullAway") // Kafka's Record takes null keys and values, but does not say so.
    Record<byte[], byte[]> admitted(Outcome.Decided decided) {
        Message message = decided.arrival().message();
        Decision decision = decided.decision();
        RecordHeaders headers = headers(decided.arrival());
        KafkaHeaders.add(headers, HeaderNames.CLASSIFIER, decision.classifier());
        KafkaHeaders.add(headers, HeaderNames.LABEL, decision.judgement().label());
        KafkaHeaders.add(
                headers,
                HeaderNames.IMPORTANT,
                Boolean.toString(decision.judgement().important()));
        KafkaHeaders.add(headers, HeaderNames.RULE, decision.judgement().rule());
        return new Record<>(message.key(), message.value(), message.timestamp(), headers);
    }

    Record<byte[], byte[]> duplicate(Outcome.Suppressed suppressed) {
        Arrival arrival = suppressed.arrival();
        return new Record<>(
                key(arrival.identity()),
                SuppressionFormat.write(suppressed),
                arrival.message().timestamp(),
                headers(arrival));
    }

    Record<byte[], byte[]> quarantine(Outcome.Refused refused, long now) {
        return quarantine.record(refused, Instant.ofEpochMilli(now));
    }

    private static byte[] key(String identity) {
        return identity.getBytes(StandardCharsets.UTF_8);
    }

    private static RecordHeaders headers(Arrival arrival) {
        RecordHeaders headers = new RecordHeaders();
        for (Header header : arrival.message().headers()) {
            // Whoever reads our headers must not read a producer's.
            if (!header.name().startsWith(HeaderNames.PREFIX) && TraceParent.mayPass(header)) {
                headers.add(header.name(), header.value());
            }
        }
        Coordinates at = arrival.message().at();
        KafkaHeaders.add(headers, HeaderNames.IDENTITY, arrival.identity());
        KafkaHeaders.add(headers, HeaderNames.GENERATION, Integer.toString(arrival.generation()));
        KafkaHeaders.add(headers, HeaderNames.SOURCE, arrival.source());
        KafkaHeaders.add(headers, HeaderNames.SOURCE_TOPIC, at.topic());
        KafkaHeaders.add(headers, HeaderNames.SOURCE_PARTITION, Integer.toString(at.partition()));
        KafkaHeaders.add(headers, HeaderNames.SOURCE_OFFSET, Long.toString(at.offset()));
        return headers;
    }
}
