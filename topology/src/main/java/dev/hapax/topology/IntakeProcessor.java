package dev.hapax.topology;

import dev.hapax.commit.ReadLedger;
import dev.hapax.config.Settings;
import dev.hapax.domain.Arrival;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Intake;
import dev.hapax.domain.Message;
import dev.hapax.domain.Outcome;
import dev.hapax.domain.Phase;
import dev.hapax.domain.Reason;
import dev.hapax.domain.Refusal;
import dev.hapax.domain.Replay;
import dev.hapax.quarantine.FloodBreaker;
import dev.hapax.source.Source;
import dev.hapax.topics.Topic;
import dev.hapax.wire.KafkaHeaders;
import dev.hapax.wire.ReplayFormat;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Intake as a processor: reads records as bytes and forwards an arrival or a refusal for each. */
final class IntakeProcessor extends ContextualProcessor<byte[], byte[], String, Intake> {

    private final Settings settings;
    private final CurrentSources sources;
    private final EventTime eventTime;
    private final String replays;
    /** Null where arrivals stay in their partition, so that the guard's operator can classify them. */
    private final @Nullable EarlyClassification classification;

    private final PipelineMetrics metrics;
    private final UnavailableRetry retry;
    private final FloodBreaker breaker;
    private final TimerSampling intakes = new TimerSampling();

    private IntakeProcessor(
            Settings settings,
            CurrentSources sources,
            EventTime eventTime,
            PipelineMetrics metrics,
            @Nullable EarlyClassification classification) {
        this.settings = settings;
        this.sources = sources;
        this.eventTime = eventTime;
        this.replays = settings.topic(Topic.REPLAYS);
        this.metrics = metrics;
        this.classification = classification;
        this.retry = UnavailableRetry.of(settings);
        this.breaker = new FloodBreaker(settings.quarantine().flood());
    }

    /** For records that are in the partition of their identity. */
    static IntakeProcessor inPlace(
            Settings settings, CurrentSources sources, EventTime eventTime, PipelineMetrics metrics) {
        return new IntakeProcessor(settings, sources, eventTime, metrics, null);
    }

    /** For records that move to the partition of their identity. After the move they would have to be read again. */
    static IntakeProcessor beforeMove(
            Settings settings, CurrentSources sources, EventTime eventTime, PipelineMetrics metrics) {
        return new IntakeProcessor(settings, sources, eventTime, metrics, new EarlyClassification(sources, metrics));
    }

    @Override
    public void init(ProcessorContext<String, Intake> context) {
        super.init(context);
        metrics.init(context);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        long begin = intakes.begin();
        Intake intake = takeIn(record);
        metrics.tookIn(begin);
        if (intake instanceof Intake.Arrived arrived) {
            breaker.passed();
            Intake.Arrived classified = classification == null ? arrived : classification.classify(arrived);
            forward(record, classified.arrival().identity(), classified);
        } else if (intake instanceof Outcome.Refused early) {
            Outcome.Refused refused = early.exhaustedAfter(settings.quarantine().maxAttempts());
            breaker.quarantined(refused);
            forward(record, "", refused);
            metrics.saw(refused);
        } else {
            throw new IllegalStateException("unknown intake " + intake);
        }
        ReadLedger.ofThisThread().processed(context());
    }

    private void forward(Record<byte[], byte[]> record, String key, Intake intake) {
        context().forward(new Record<>(key, intake, record.timestamp(), record.headers()));
    }

    private Intake takeIn(Record<byte[], byte[]> record) {
        RecordMetadata at = context().recordMetadata().orElseThrow();
        EventTime.Rejected rejected = eventTime.rejected(at);
        EventTimes times = new EventTimes(record.timestamp(), rejected);
        Message message = new Message(
                new Coordinates(at.topic(), at.partition(), at.offset()),
                times.shown(),
                record.key(),
                record.value(),
                KafkaHeaders.toDomain(record.headers()));
        if (at.topic().equals(replays)) {
            return takeInReplay(message, times, record.headers());
        }
        Source source = sources.ofThisThread().ofTopic(at.topic());
        if (source == null) {
            throw new IllegalStateException("no source reads " + at.topic());
        }
        return takeIn(source, message, times, 0, 0);
    }

    /** A replay is taken in as the message it repeats. */
    private Intake takeInReplay(Message record, EventTimes times, Headers headers) {
        Replay replay;
        try {
            replay = ReplayFormat.read(record);
        } catch (IllegalArgumentException e) {
            return refused(record, Reason.INVALID, "not a replay: " + e.getMessage(), null, 0, 0);
        }
        Source source = sources.ofThisThread().named(replay.source());
        if (source == null) {
            return refused(
                    replay.original(),
                    Reason.INVALID,
                    "replay for source '" + replay.source() + "', which is not configured",
                    null,
                    replay.generation(),
                    replay.attempts());
        }
        Intake intake = takeIn(source, replay.original(), times, replay.generation(), replay.attempts());
        if (intake instanceof Intake.Arrived arrived) {
            intake = checkKey(record, arrived.replayedBy(replay));
        }
        // From here on the record has the headers of the original, as every other arrival does.
        KafkaHeaders.replace(headers, replay.original().headers());
        return intake;
    }

    /** With another key, a replay would reach the guard of another partition, which may admit it a second time. */
    private static Intake checkKey(Message record, Intake.Arrived arrived) {
        Arrival arrival = arrived.arrival();
        byte[] key = record.key();
        if (Arrays.equals(key, arrival.identity().getBytes(StandardCharsets.UTF_8))) {
            return arrived;
        }
        String explanation = "a replay is keyed by its identity, '" + arrival.identity() + "', but the record key is "
                + (key == null ? "null" : "'" + new String(key, StandardCharsets.UTF_8) + "'");
        return Outcome.Refused.of(arrival, Reason.INVALID, Phase.INTAKE, explanation);
    }

    private Intake takeIn(Source source, Message message, EventTimes times, int generation, int attempts) {
        if (times.outOfRange()) {
            return badTime(source, message, generation, attempts);
        }
        Intake intake = retry.call(() -> source.read(message, generation, attempts));
        return intake instanceof Intake.Arrived arrived
                        && source.readsEventTime()
                        && !times.isOf(arrived.arrival().message())
                ? otherTime(arrived.arrival(), times)
                : intake;
    }

    /** The guard searches as far as stream time, so a message that is ahead of it could act twice. */
    private static Intake otherTime(Arrival arrival, EventTimes times) {
        String explanation = "the format is not deterministic: the event time was " + times + ", and then "
                + Instant.ofEpochMilli(arrival.message().timestamp());
        return Outcome.Refused.of(arrival, Reason.INTERNAL, Phase.INTAKE, explanation);
    }

    private Intake badTime(Source source, Message message, int generation, int attempts) {
        if (message.timestamp() < 0) {
            String explanation = "timestamp " + message.timestamp() + " is before 1970";
            return refused(message, Reason.INVALID, explanation, source.name(), generation, attempts);
        }
        String explanation = "timestamp " + Instant.ofEpochMilli(message.timestamp())
                + " is ahead of the clock by more than limits.max-clock-skew ("
                + settings.limits().maxClockSkew() + ")";
        return refused(message, Reason.IN_THE_FUTURE, explanation, source.name(), generation, attempts);
    }

    /**
     * What is known of the time of a record before it is read.
     *
     * @param extracted the time by which stream time has advanced
     * @param rejected the time that does not count; null where it does
     */
    private record EventTimes(long extracted, EventTime.@Nullable Rejected rejected) {

        long shown() {
            return rejected == null ? extracted : rejected.timestamp();
        }

        boolean outOfRange() {
            return rejected != null && rejected.outOfRange();
        }

        boolean isOf(Message message) {
            return rejected == null && extracted == message.timestamp();
        }

        @Override
        public String toString() {
            return rejected == null ? Instant.ofEpochMilli(extracted).toString() : "missing";
        }
    }

    private static Intake refused(
            Message message,
            Reason reason,
            String explanation,
            @Nullable String source,
            int generation,
            int earlierAttempts) {
        Refusal refusal = new Refusal(reason, Phase.INTAKE, explanation, null, source, null, null);
        return new Outcome.Refused(message, refusal, generation, earlierAttempts + 1);
    }
}
