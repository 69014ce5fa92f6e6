package dev.hapax.topology;

import dev.hapax.config.Settings;
import dev.hapax.domain.Arrival;
import dev.hapax.guard.FilterMemory;
import dev.hapax.guard.GuardStorage;
import dev.hapax.guard.Windows;
import dev.hapax.quarantine.QuarantineRecords;
import dev.hapax.source.Sources;
import dev.hapax.wire.ArrivalSerde;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * The way of a message. Read from its source, taken in, shown to the guard, decided, published; and quarantined wherever
 * that fails. All of it in one transaction per commit.
 *
 * <pre>
 * sources ─▶ intake ─▶ (by identity) ─▶ admit ─┬─▶ decisions ─▶ alerts
 * replays ──────▶ intake ──────────────▶       ├─▶ duplicates
 *                   └──────────────────────────┴─▶ quarantine
 * </pre>
 */
public final class HapaxTopology {

    private static final Serde<byte[]> BYTES = Serdes.ByteArray();

    private final Settings settings;
    private final Sources sources;
    private final EventTime eventTime;
    private final GuardStorage guard;
    private final OutputRecords records;

    public HapaxTopology(Settings settings, Sources sources, Clock clock) {
        this.settings = settings;
        this.sources = sources;
        this.eventTime = new EventTime(clock, settings.limits().maxClockSkew());
        this.guard = new GuardStorage(
                Names.GUARD,
                windows(settings),
                new FilterMemory(settings.guard().filterMemory()),
                settings.guard().changelogExtraRetention());
        this.records = new OutputRecords(new QuarantineRecords(
                settings.applicationId(), settings.quarantine().headerBudget()));
    }

    /** The lengths of time the guard works with under these settings. */
    public static Windows windows(Settings settings) {
        return Windows.of(
                settings.longestTtl(),
                settings.guard().maxLateness(),
                settings.guard().bucket());
    }

    public Topology build(TopologyConfig config) {
        StreamsBuilder builder = new StreamsBuilder(config);
        publish(admitOnce(byIdentity(builder)));
        return builder.build();
    }

    /** Everything that could be read, in the partition that guards its identity. */
    private KStream<String, Arrival> byIdentity(StreamsBuilder builder) {
        List<String> keyed = new ArrayList<>(sources.topics(true));
        keyed.add(settings.topics().replays());
        KStream<String, Arrival> arrivals = intake(builder, keyed, Names.READ_KEYED, Names.INTAKE_KEYED);
        List<String> unkeyed = sources.topics(false);
        if (unkeyed.isEmpty()) {
            return arrivals;
        }
        return arrivals.merge(
                intake(builder, unkeyed, Names.READ, Names.INTAKE)
                        .repartition(Repartitioned.<String, Arrival>as(Names.BY_IDENTITY)
                                .withKeySerde(Serdes.String())
                                .withValueSerde(new ArrivalSerde())
                                .withNumberOfPartitions(settings.topics().partitions())),
                Named.as(Names.JOIN));
    }

    /** Reads topics as bytes; what cannot be taken in goes to quarantine from here. */
    private KStream<String, Arrival> intake(StreamsBuilder builder, List<String> topics, String read, String intake) {
        KStream<String, Outcome> outcomes = builder.stream(
                        topics,
                        Consumed.with(BYTES, BYTES)
                                .withTimestampExtractor(eventTime)
                                .withName(read))
                .process(() -> new Arrivals(settings, sources), Named.as(intake));
        quarantine(outcomes, intake);
        return outcomes.filter((identity, outcome) -> outcome instanceof Outcome.Arrived, Named.as(intake + "-arrived"))
                .mapValues(outcome -> ((Outcome.Arrived) outcome).arrival(), Named.as(intake + "-arrival"));
    }

    /** Lets each identity act once, and remembers the outcome. */
    private KStream<String, Outcome> admitOnce(KStream<String, Arrival> arrivals) {
        return arrivals.process(
                new ProcessorSupplier<>() {
                    @Override
                    public Processor<String, Arrival, String, Outcome> get() {
                        return new Admission(settings, sources, guard);
                    }

                    @Override
                    public Set<StoreBuilder<?>> stores() {
                        return Set.of(guard.store());
                    }
                },
                Named.as(Names.ADMIT));
    }

    private void publish(KStream<String, Outcome> outcomes) {
        KStream<String, Outcome.Decided> decided = only(Outcome.Decided.class, outcomes, Names.DECIDED);
        write(
                decided,
                Names.TO_DECISIONS,
                settings.topics().decisions(),
                (decision, now) -> records.decision(decision));
        write(
                decided.filter((identity, d) -> d.decision().judgement().important(), Named.as(Names.IMPORTANT)),
                Names.TO_ALERTS,
                settings.topics().alerts(),
                (alert, now) -> records.decision(alert));
        write(
                only(Outcome.Suppressed.class, outcomes, Names.SUPPRESSED),
                Names.TO_DUPLICATES,
                settings.topics().duplicates(),
                (suppressed, now) -> records.duplicate(suppressed));
        quarantine(outcomes, Names.ADMIT);
    }

    private void quarantine(KStream<String, Outcome> outcomes, String stage) {
        write(
                only(Outcome.Refused.class, outcomes, stage + "-" + Names.REFUSED),
                stage + "-" + Names.TO_QUARANTINE,
                settings.topics().quarantine(),
                records::quarantine);
    }

    private static <O extends Outcome> KStream<String, O> only(
            Class<O> kind, KStream<String, Outcome> outcomes, String name) {
        return outcomes.filter((identity, outcome) -> kind.isInstance(outcome), Named.as(name))
                .mapValues(kind::cast, Named.as(name + "-as"));
    }

    private static <O> void write(
            KStream<String, O> outcomes,
            String name,
            String topic,
            BiFunction<O, Long, Record<byte[], byte[]>> record) {
        outcomes.process(() -> new Writing<>(record), Named.as(name))
                .to(topic, Produced.with(BYTES, BYTES).withName(name + "-sink"));
    }

    /** Turns an outcome into the record it is published as. */
    private static final class Writing<O> extends ContextualProcessor<String, O, byte[], byte[]> {

        private final BiFunction<O, Long, Record<byte[], byte[]>> writer;

        Writing(BiFunction<O, Long, Record<byte[], byte[]>> writer) {
            this.writer = writer;
        }

        @Override
        public void process(Record<String, O> outcome) {
            context().forward(writer.apply(outcome.value(), context().currentSystemTimeMs()));
        }
    }
}
