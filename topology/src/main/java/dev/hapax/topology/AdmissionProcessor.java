package dev.hapax.topology;

import dev.hapax.commit.ReadLedger;
import dev.hapax.config.Settings;
import dev.hapax.config.SourceSettings;
import dev.hapax.domain.Arrival;
import dev.hapax.domain.Classification;
import dev.hapax.domain.Decision;
import dev.hapax.domain.GuardEntry;
import dev.hapax.domain.Intake;
import dev.hapax.domain.Outcome;
import dev.hapax.domain.Phase;
import dev.hapax.domain.Reason;
import dev.hapax.domain.Refusal;
import dev.hapax.domain.RefusedException;
import dev.hapax.guard.Guard;
import dev.hapax.guard.GuardFactory;
import dev.hapax.guard.Verdict;
import dev.hapax.quarantine.FloodBreaker;
import dev.hapax.source.Source;
import dev.hapax.topics.Topic;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Shows each arrival to the guard, has the admitted ones decided, and remembers the outcome. Decides first and writes
 * last, so that a throw leaves nothing behind.
 */
final class AdmissionProcessor extends ContextualProcessor<String, Intake.Arrived, byte[], byte[]> {

    private final Settings settings;
    private final CurrentSources sources;
    private final GuardFactory guards;
    private final OutputRecords records;
    private final PipelineMetrics metrics;
    private final FloodBreaker breaker;
    private final TimerSampling admissions = new TimerSampling();
    private final TimerSampling classifications = new TimerSampling();
    private final Set<String> withAdmittedTopic;
    private final UnavailableRetry retry;
    private final String repartition;
    private final RuleDeliveries deliveries;
    private @Nullable Guard guard;
    /** As far as the partitions had come at the last commit, before this task was opened. */
    private long openedAt;

    AdmissionProcessor(
            Settings settings,
            CurrentSources sources,
            GuardFactory guards,
            OutputRecords records,
            PipelineMetrics metrics) {
        this.settings = settings;
        this.sources = sources;
        this.guards = guards;
        this.records = records;
        this.metrics = metrics;
        this.breaker = new FloodBreaker(settings.quarantine().flood());
        this.withAdmittedTopic = settings.sources().stream()
                .filter(source -> source.admitted() != null)
                .map(SourceSettings::name)
                .collect(Collectors.toUnmodifiableSet());
        this.retry = UnavailableRetry.of(settings);
        this.repartition = settings.topic(Topic.REPARTITION);
        this.deliveries = new RuleDeliveries(settings);
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        super.init(context);
        metrics.init(context);
        guard = guards.open(context);
        openedAt = context.currentStreamTimeMs();
    }

    @Override
    public void close() {
        if (guard != null) {
            guard.close();
            guard = null;
        }
    }

    @Override
    public void process(Record<String, Intake.Arrived> record) {
        if (guard == null) {
            throw new IllegalStateException("not initialised");
        }
        long begin = admissions.begin();
        RecordMetadata at = context().recordMetadata().orElseThrow();
        boolean moved = at.topic().equals(repartition);
        // Kafka Streams knows the time of a record, and several messages may have come in one.
        guard.advance(moved ? Math.max(openedAt, record.timestamp()) : context().currentStreamTimeMs());
        Outcome outcome = admit(record.value(), guard);
        if (outcome instanceof Outcome.Refused refused) {
            breaker.quarantined(refused);
        } else {
            breaker.passed();
        }
        publish(outcome, record.value());
        metrics.saw(outcome);
        metrics.admitted(record.value().arrival(), begin);
        if (!moved) {
            ReadLedger.ofThisThread().processed(at.topic(), at.partition(), at.offset());
        }
    }

    private void publish(Outcome outcome, Intake.Arrived arrived) {
        if (outcome instanceof Outcome.Decided decided) {
            Record<byte[], byte[]> decision = records.decision(decided);
            context().forward(decision, OperatorNames.TO_DECISIONS);
            if (decided.alerts()) {
                context().forward(decision, OperatorNames.TO_ALERTS);
            }
            String source = decided.arrival().source();
            if (withAdmittedTopic.contains(source)) {
                context().forward(records.admitted(decided), OperatorNames.toAdmitted(source));
            }
            deliver(decided, arrived);
        } else if (outcome instanceof Outcome.Suppressed suppressed) {
            context().forward(records.duplicate(suppressed), OperatorNames.TO_DUPLICATES);
        } else if (outcome instanceof Outcome.Refused refused) {
            context()
                    .forward(
                            records.quarantine(refused, context().currentSystemTimeMs()),
                            OperatorNames.toQuarantine(OperatorNames.ADMIT));
        } else {
            throw new IllegalStateException("unknown outcome " + outcome);
        }
    }

    private void deliver(Outcome.Decided decided, Intake.Arrived arrived) {
        Source source = deliveries.isOn()
                ? sources.ofThisThread().named(decided.arrival().source())
                : null;
        if (source != null && !BounceReports.forward(decided, source, context())) {
            deliveries.stage(decided, source, arrived.content(), context());
        }
    }

    private Outcome admit(Intake.Arrived arrived, Guard guard) {
        Arrival arrival = arrived.arrival();
        Source source = sources.ofThisThread().named(arrival.source());
        if (source == null) {
            String explanation = "source '" + arrival.source() + "' is not configured any more";
            return refused(arrival, Reason.INVALID, explanation);
        }
        Verdict verdict = guard.judge(arrival, source.ttl(), arrived.copyCheck());
        if (verdict instanceof Verdict.Admitted) {
            return decide(arrived, source, guard);
        } else if (verdict instanceof Verdict.Duplicate duplicate) {
            return duplicate(arrival, duplicate.earlier(), source, guard);
        } else if (verdict instanceof Verdict.Redelivery redelivery) {
            return suppressed(Outcome.Suppressed.Kind.REDELIVERY, arrival, redelivery.earlier());
        } else if (verdict instanceof Verdict.Conflict conflict) {
            return refused(arrival, Reason.CONFLICT, conflict(arrival, conflict.earlier()));
        } else if (verdict instanceof Verdict.Late late) {
            return refused(arrival, Reason.LATE, late(arrival, late));
        }
        throw new IllegalStateException("unknown verdict " + verdict);
    }

    private Outcome decide(Intake.Arrived arrived, Source source, Guard guard) {
        Arrival arrival = arrived.arrival();
        try {
            Decision decision = decision(arrived, source);
            guard.remember(
                    arrival, source.ttl(), GuardEntry.decided(arrival, decision.judgement()), arrived.copyCheck());
            return new Outcome.Decided(arrival, decision, arrived.silent());
        } catch (RefusedException e) {
            // Remembered all the same: a copy must not act while this one waits in quarantine to be replayed.
            guard.remember(arrival, source.ttl(), GuardEntry.quarantined(arrival, e.reason()), arrived.copyCheck());
            return refused(
                    arrival,
                    Refusal.of(arrival, e.reason(), Phase.CLASSIFY, String.valueOf(e.getMessage()), e.getCause()));
        }
    }

    private Decision decision(Intake.Arrived arrived, Source source) throws RefusedException {
        Arrival arrival = arrived.arrival();
        Classification classification = arrived.classification();
        // Another version may deliver something else: decision and delivery must be of one.
        if (classification != null
                && (!deliveries.isOn() || classification.classifier().equals(source.version()))) {
            return Source.decide(arrival, classification);
        }
        long begin = classifications.begin();
        Decision decision = retry.call(() -> source.decide(arrival, arrived.content()));
        metrics.classified(arrival, begin);
        return decision;
    }

    private Outcome duplicate(Arrival arrival, GuardEntry earlier, Source source, Guard guard) {
        if (settings.guard().refreshOnDuplicate()) {
            guard.refresh(arrival, source.ttl(), earlier);
        }
        return suppressed(Outcome.Suppressed.Kind.DUPLICATE, arrival, earlier);
    }

    private static Outcome suppressed(Outcome.Suppressed.Kind kind, Arrival arrival, GuardEntry earlier) {
        return new Outcome.Suppressed(kind, arrival, earlier);
    }

    private static String conflict(Arrival arrival, GuardEntry earlier) {
        return "same identity as " + earlier.first() + " of " + Instant.ofEpochMilli(earlier.firstTime())
                + " (" + earlier.label() + "), other content: fingerprint " + arrival.fingerprint() + " here, "
                + earlier.fingerprint() + " there";
    }

    private String late(Arrival arrival, Verdict.Late late) {
        long maxLateness = settings.guard().maxLateness().toMillis();
        return "older than the guard can judge: of "
                + Instant.ofEpochMilli(arrival.message().timestamp()) + ", when the partition was at "
                + Instant.ofEpochMilli(late.streamTime()) + " and guard.max-lateness is "
                + settings.guard().maxLateness()
                + (late.oldestJudged() > late.streamTime() - maxLateness
                        ? ", but was less before, when entries older than " + Instant.ofEpochMilli(late.oldestJudged())
                                + " may have been evicted"
                        : "")
                + ": whether it has acted before can't be told";
    }

    private Outcome refused(Arrival arrival, Reason reason, String explanation) {
        return refused(arrival, Refusal.of(arrival, reason, Phase.GUARD, explanation, null));
    }

    private Outcome refused(Arrival arrival, Refusal refusal) {
        return Outcome.Refused.of(arrival, refusal)
                .exhaustedAfter(settings.quarantine().maxAttempts());
    }
}
