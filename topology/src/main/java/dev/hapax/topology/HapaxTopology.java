package dev.hapax.topology;

import dev.hapax.commit.Packing;
import dev.hapax.config.Settings;
import dev.hapax.config.SourceSettings;
import dev.hapax.domain.Intake;
import dev.hapax.guard.FilterMemory;
import dev.hapax.guard.GuardFactory;
import dev.hapax.guard.GuardQueries;
import dev.hapax.guard.RocksMemory;
import dev.hapax.ledger.DeliveryScore;
import dev.hapax.ledger.LedgerOptions;
import dev.hapax.ledger.LedgerTopology;
import dev.hapax.meters.Meters;
import dev.hapax.quarantine.QuarantineRecords;
import dev.hapax.source.Sources;
import dev.hapax.topics.Topic;
import dev.hapax.wire.MovedSerde;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The pipeline of a message: read from its source, taken in, judged by the guard, classified, published; and quarantined
 * wherever that fails. All of it is one transaction per commit.
 *
 * <pre>
 * sources ─▶ intake ─▶ (by identity) ─▶ admit ─┬─▶ decisions ─▶ alerts, deliveries by rule
 * replays ──────▶ intake ──────────────▶       ├─▶ duplicates
 *                   └──────────────────────────┴─▶ quarantine
 * commands ─▶ command, on the same guard ────────▶ commands, as receipts
 * deliveries, their events ─▶ ledger ────────────▶ due, ledger, receipts
 * </pre>
 */
public final class HapaxTopology {

    private static final Serde<byte[]> BYTES = Serdes.ByteArray();
    /** Kafka Streams keeps up to a thousand records of a partition in memory. */
    private static final int LARGEST_PACK = 8 * 1024;
    /** A record goes by one time, by which it is ordered among those of other topics. */
    private static final Duration LONGEST_SPAN = Duration.ofSeconds(1);

    private final Settings settings;
    private final CurrentSources sources;
    private final EventTime eventTime;
    private final GuardFactory guard;
    private final OutputRecords records;
    private final Supplier<PipelineMetrics> metrics;
    private final Meters meters;

    /** A topology that nobody watches. */
    public HapaxTopology(Settings settings, Sources sources, RocksMemory memory, Clock clock) {
        this(
                settings,
                new CurrentSources(sources),
                memory,
                clock,
                new TopologyGauges(Meters.unread(), new GuardQueries()));
    }

    public HapaxTopology(
            Settings settings, CurrentSources sources, RocksMemory memory, Clock clock, TopologyGauges watch) {
        this.settings = settings;
        this.sources = sources;
        sources.get().requireChannels();
        this.eventTime = new EventTime(clock, settings, sources);
        FilterMemory filters = new FilterMemory(settings.guard().filterMemory());
        this.guard = new GuardFactory(
                OperatorNames.GUARD,
                settings.guardWindows(),
                filters,
                memory,
                watch.guard(),
                watch.meters(),
                settings.guard().changelogExtraRetention());
        this.records = new OutputRecords(new QuarantineRecords(
                settings.applicationId(),
                settings.quarantine().headerBudget(),
                settings.quarantine().maxRecordBytes()));
        this.metrics = PipelineMetrics.of(settings, sources, watch.meters());
        this.meters = watch.meters();
        watch.register(filters, settings.instance().stateDir());
    }

    public Topology build(TopologyConfig config) {
        StreamsBuilder builder = new StreamsBuilder(config);
        List<String> keyed = new ArrayList<>(sources.get().topics(true));
        keyed.add(settings.topic(Topic.REPLAYS));
        List<String> unkeyed = sources.get().topics(false);

        Topology topology = buildIntakeAndGuard(builder, keyed, unkeyed);
        sink(topology, OperatorNames.TO_DECISIONS, settings.topic(Topic.DECISIONS), OperatorNames.ADMIT);
        sink(topology, OperatorNames.TO_ALERTS, settings.topic(Topic.ALERTS), OperatorNames.ADMIT);
        sink(topology, OperatorNames.TO_DUPLICATES, settings.topic(Topic.DUPLICATES), OperatorNames.ADMIT);
        for (SourceSettings source : settings.sources()) {
            if (source.admitted() != null) {
                sink(topology, OperatorNames.toAdmitted(source.name()), source.admitted(), OperatorNames.ADMIT);
            }
        }
        toQuarantine(topology, OperatorNames.ADMIT, OperatorNames.ADMIT);
        toQuarantine(topology, OperatorNames.INTAKE_KEYED, OperatorNames.refused(OperatorNames.INTAKE_KEYED));
        if (!unkeyed.isEmpty()) {
            toQuarantine(topology, OperatorNames.INTAKE, OperatorNames.refused(OperatorNames.INTAKE));
        }
        command(topology);
        if (settings.delivery().isOn()) {
            sink(topology, OperatorNames.TO_STAGED, settings.topic(Topic.DELIVERY_EVENTS), OperatorNames.ADMIT);
            sink(
                    topology,
                    OperatorNames.TO_REFUSED_DELIVERIES,
                    settings.topic(Topic.REFUSED_DELIVERIES),
                    OperatorNames.ADMIT);
            LedgerTopology.addTo(topology, settings, LedgerOptions.read(settings.delivery()), score(), meters);
        }
        return topology;
    }

    private @Nullable DeliveryScore score() {
        String classifier = settings.delivery().scoredBy();
        return classifier == null
                ? null
                : new DeliveryScore(() -> sources.ofThisThread().classifier(classifier), settings.delivery());
    }

    private Topology buildIntakeAndGuard(StreamsBuilder builder, List<String> keyed, List<String> unkeyed) {
        KStream<String, Intake.Arrived> inPlace = arrived(
                read(builder, keyed, OperatorNames.READ_KEYED)
                        .process(
                                () -> IntakeProcessor.inPlace(settings, sources, eventTime, metrics.get()),
                                Named.as(OperatorNames.INTAKE_KEYED)),
                OperatorNames.INTAKE_KEYED,
                arrived -> arrived);
        admitOnce(
                unkeyed.isEmpty()
                        ? inPlace
                        : inPlace.merge(byIdentity(builder, unkeyed), Named.as(OperatorNames.JOIN)));
        return builder.build();
    }

    /** Commands of operators, executed by the task that owns the guard they concern. */
    private void command(Topology topology) {
        topology.addSource(
                // What was asked before the first instance ran is still asked.
                AutoOffsetReset.earliest(),
                OperatorNames.READ_COMMANDS,
                eventTime,
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                settings.topic(Topic.COMMANDS));
        topology.addProcessor(
                OperatorNames.COMMAND, () -> new CommandProcessor(guard, metrics.get()), OperatorNames.READ_COMMANDS);
        topology.connectProcessorAndStateStores(OperatorNames.COMMAND, OperatorNames.GUARD);
        sink(topology, OperatorNames.TO_COMMANDS, settings.topic(Topic.COMMANDS), OperatorNames.COMMAND);
    }

    /** Messages with other keys, moved to the partition that guards their identity. */
    private KStream<String, Intake.Arrived> byIdentity(StreamsBuilder builder, List<String> topics) {
        KStream<String, Intake> taken = read(builder, topics, OperatorNames.READ)
                .process(
                        () -> IntakeProcessor.beforeMove(settings, sources, eventTime, metrics.get()),
                        Named.as(OperatorNames.INTAKE));
        return arrived(taken, OperatorNames.INTAKE, List::of)
                .repartition(Repartitioned.<String, List<Intake.Arrived>>as(OperatorNames.BY_IDENTITY)
                        .withKeySerde(Serdes.String())
                        .withValueSerde(new MovedSerde())
                        .withNumberOfPartitions(settings.topics().partitions()))
                .process(UnpackProcessor::new, Named.as(OperatorNames.UNPACK));
    }

    /** How arrivals share the records of the repartition topic. */
    public static Packing packing(Settings settings) {
        return new Packing(
                settings.topic(Topic.REPARTITION),
                settings.instance().arrivalsPerRecord(),
                LARGEST_PACK,
                LONGEST_SPAN.toMillis(),
                MovedSerde::pack);
    }

    /** Reads topics as bytes, so that no serde can fail. */
    private KStream<byte[], byte[]> read(StreamsBuilder builder, List<String> topics, String name) {
        return builder.stream(
                topics,
                Consumed.with(BYTES, BYTES).withTimestampExtractor(eventTime).withName(name));
    }

    /** What an intake took in. What it refused goes to quarantine. */
    private <T> KStream<String, T> arrived(
            KStream<String, Intake> taken, String intake, Function<Intake.Arrived, T> form) {
        taken.process(() -> new RefusedProcessor(records), Named.as(OperatorNames.refused(intake)));
        return taken.processValues(() -> new ArrivedProcessor<>(form), Named.as(OperatorNames.arrived(intake)));
    }

    /** Lets each identity act once, and remembers the outcome. */
    private void admitOnce(KStream<String, Intake.Arrived> arrivals) {
        arrivals.process(
                new ProcessorSupplier<String, Intake.Arrived, byte[], byte[]>() {
                    @Override
                    public Processor<String, Intake.Arrived, byte[], byte[]> get() {
                        return new AdmissionProcessor(settings, sources, guard, records, metrics.get());
                    }

                    @Override
                    public Set<StoreBuilder<?>> stores() {
                        return Set.of(guard.store());
                    }
                },
                Named.as(OperatorNames.ADMIT));
    }

    private void toQuarantine(Topology topology, String step, String parent) {
        sink(topology, OperatorNames.toQuarantine(step), settings.topic(Topic.QUARANTINE), parent);
    }

    private static void sink(Topology topology, String name, String topic, String parent) {
        topology.addSink(name, topic, new ByteArraySerializer(), new ByteArraySerializer(), parent);
    }
}
