package dev.hapax.topology;

import dev.hapax.commit.ReadLedger;
import dev.hapax.config.Settings;
import dev.hapax.domain.Arrival;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Header;
import dev.hapax.domain.Message;
import dev.hapax.domain.Phase;
import dev.hapax.domain.Reason;
import dev.hapax.domain.Refusal;
import dev.hapax.domain.Replay;
import dev.hapax.intake.Intake;
import dev.hapax.quarantine.FloodBreaker;
import dev.hapax.quarantine.QuarantineCase;
import dev.hapax.source.Source;
import dev.hapax.source.Sources;
import dev.hapax.topics.Topic;
import dev.hapax.wire.KafkaHeaders;
import dev.hapax.wire.ReplayFormat;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Intake as a processor: takes records as bytes, and sends each on as an arrival or to quarantine. */
final class IntakeProcessor extends ContextualProcessor<byte[], byte[], Object, Object> {

    /**
     * Where arrivals go.
     *
     * @param operator the operator that takes them
     * @param moves whether they are moved to another partition before the guard sees them
     */
    record Next(String operator, boolean moves) {

        static Next guard(String operator) {
            return new Next(operator, false);
        }

        static Next move(String operator) {
            return new Next(operator, true);
        }
    }

    private final Settings settings;
    private final Sources sources;
    private final OutputRecords records;
    private final String replays;
    private final Next next;
    private final String quarantine;
    private final EarlyClassification classification;
    private final PipelineMetrics metrics;
    private final FloodBreaker breaker;
    private final TimerSampling intakes = new TimerSampling();

    /** @param quarantine the sink that takes refusals */
    IntakeProcessor(
            Settings settings,
            Sources sources,
            OutputRecords records,
            PipelineMetrics metrics,
            Next next,
            String quarantine) {
        this.settings = settings;
        this.sources = sources;
        this.records = records;
        this.replays = settings.topic(Topic.REPLAYS);
        this.metrics = metrics;
        this.next = next;
        this.classification = new EarlyClassification(sources, metrics);
        this.quarantine = quarantine;
        this.breaker = new FloodBreaker(settings.quarantine().flood());
    }

    @Override
    public void init(ProcessorContext<Object, Object> context) {
        super.init(context);
        metrics.init(context);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        long begin = intakes.begin();
        Outcome outcome = takeIn(record);
        metrics.tookIn(begin);
        if (outcome instanceof Outcome.Refused refused) {
            breaker.quarantined(refused.held());
            context().forward(records.quarantine(refused, context().currentSystemTimeMs()), quarantine);
            metrics.saw(refused);
        } else if (outcome instanceof Outcome.TakenIn taken) {
            breaker.passed();
            // After the move it would have to be read again.
            Intake.Arrived arrived = next.moves() ? classification.classify(taken.arrived()) : taken.arrived();
            context()
                    .forward(
                            new Record<>(arrived.arrival().identity(), arrived, record.timestamp(), record.headers()),
                            next.operator());
        }
        ReadLedger.ofThisThread().processed(context());
    }

    private Outcome takeIn(Record<byte[], byte[]> record) {
        RecordMetadata at = context().recordMetadata().orElseThrow();
        OptionalLong refusedTime = EventTime.refused(record.headers());
        List<Header> headers = KafkaHeaders.toDomain(record.headers());
        Message message = new Message(
                new Coordinates(at.topic(), at.partition(), at.offset()),
                refusedTime.orElse(record.timestamp()),
                record.key(),
                record.value(),
                refusedTime.isPresent() ? headers.subList(0, headers.size() - 1) : headers);
        if (at.topic().equals(replays)) {
            return takeInReplay(message, refusedTime.isPresent(), record.headers());
        }
        Source source = sources.ofTopic(at.topic());
        if (source == null) {
            throw new IllegalStateException("no source reads " + at.topic());
        }
        return takeIn(source, message, refusedTime.isPresent(), 0, 0);
    }

    /** A message given again is taken in as the original it stands for. */
    private Outcome takeInReplay(Message record, boolean badTime, Headers headers) {
        Replay replay;
        try {
            replay = ReplayFormat.read(record);
        } catch (IllegalArgumentException e) {
            return refused(record, refusal(Reason.INVALID, "not a replay: " + e.getMessage(), null), 0, 0);
        }
        Source source = sources.named(replay.source());
        if (source == null) {
            Refusal refusal = refusal(
                    Reason.INVALID, "replay for source '" + replay.source() + "', which is not configured", null);
            return refused(replay.original(), refusal, replay.generation(), replay.attempts());
        }
        Outcome outcome = takeIn(source, replay.original(), badTime, replay.generation(), replay.attempts());
        if (outcome instanceof Outcome.TakenIn taken) {
            outcome = checkKey(record, new Outcome.TakenIn(taken.arrived().replayedBy(replay)));
        }
        // From here on the record carries the original's headers, as every other arrival does.
        KafkaHeaders.replace(headers, replay.original().headers());
        return outcome;
    }

    /** Keyed otherwise, a replay would come to the guard of another partition, which may let it pass a second time. */
    private Outcome checkKey(Message record, Outcome.TakenIn taken) {
        Arrival arrival = taken.arrived().arrival();
        byte[] key = record.key();
        if (Arrays.equals(key, arrival.identity().getBytes(StandardCharsets.UTF_8))) {
            return taken;
        }
        String explanation = "a replay is keyed by its identity, '" + arrival.identity() + "', but the record key is "
                + (key == null ? "null" : "'" + new String(key, StandardCharsets.UTF_8) + "'");
        Refusal refusal = Refusal.of(arrival, Reason.INVALID, Phase.INTAKE, explanation, null);
        return refused(arrival.message(), refusal, arrival.generation(), arrival.attempts());
    }

    private Outcome takeIn(Source source, Message message, boolean badTime, int generation, int attempts) {
        if (badTime) {
            return refused(message, badTime(source, message), generation, attempts);
        }
        Intake intake = source.read(message, generation, attempts);
        if (intake instanceof Intake.Arrived arrived) {
            return new Outcome.TakenIn(arrived);
        }
        return refused(message, ((Intake.Refused) intake).refusal(), generation, attempts);
    }

    private Refusal badTime(Source source, Message message) {
        if (message.timestamp() < 0) {
            return refusal(Reason.INVALID, "timestamp " + message.timestamp() + " is before 1970", source.name());
        }
        String explanation = "timestamp " + Instant.ofEpochMilli(message.timestamp())
                + " is ahead of the clock by more than limits.max-clock-skew ("
                + settings.limits().maxClockSkew() + ")";
        return refusal(Reason.IN_THE_FUTURE, explanation, source.name());
    }

    private static Refusal refusal(Reason reason, String explanation, @Nullable String source) {
        return new Refusal(reason, Phase.INTAKE, explanation, null, source, null, null);
    }

    private Outcome refused(Message message, Refusal refusal, int generation, int attempts) {
        return new Outcome.Refused(QuarantineCase.of(
                message, refusal, generation, attempts, settings.quarantine().maxAttempts()));
    }
}
