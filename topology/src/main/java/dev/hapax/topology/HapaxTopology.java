package dev.hapax.topology;

import dev.hapax.config.Settings;
import dev.hapax.guard.FilterMemory;
import dev.hapax.guard.GuardFactory;
import dev.hapax.guard.GuardQueries;
import dev.hapax.guard.RocksMemory;
import dev.hapax.intake.Intake;
import dev.hapax.meters.Meters;
import dev.hapax.quarantine.QuarantineRecords;
import dev.hapax.source.Sources;
import dev.hapax.topics.Topic;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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

/**
 * The way of a message. Read from its source, taken in, shown to the guard, decided, published; and quarantined wherever
 * that fails. All of it in one transaction per commit.
 *
 * <pre>
 * sources ─▶ intake ─▶ (by identity) ─▶ admit ─┬─▶ decisions ─▶ alerts
 * replays ──────▶ intake ──────────────▶       ├─▶ duplicates
 *                   └──────────────────────────┴─▶ quarantine
 * commands ─▶ command, on the same guard ────────▶ commands, as receipts
 * </pre>
 *
 * Each of the two steps sends its outcome to the sink it belongs to by name: every operator between them would be paid for
 * with every message.
 */
public final class HapaxTopology {

    private static final Serde<byte[]> BYTES = Serdes.ByteArray();

    private final Settings settings;
    private final Sources sources;
    private final EventTime eventTime;
    private final GuardFactory guard;
    private final OutputRecords records;
    private final Supplier<PipelineMetrics> metrics;

    /** A topology that nobody watches. */
    public HapaxTopology(Settings settings, Sources sources, RocksMemory memory, Clock clock) {
        this(settings, sources, memory, clock, new TopologyGauges(Meters.unread(), new GuardQueries()));
    }

    public HapaxTopology(Settings settings, Sources sources, RocksMemory memory, Clock clock, TopologyGauges watch) {
        this.settings = settings;
        this.sources = sources;
        this.eventTime = new EventTime(clock, settings.limits().maxClockSkew(), settings.topicNames());
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
        watch.read(filters, settings.instance().stateDir());
    }

    public Topology build(TopologyConfig config) {
        StreamsBuilder builder = new StreamsBuilder(config);
        List<String> keyed = new ArrayList<>(sources.topics(true));
        keyed.add(settings.topic(Topic.REPLAYS));
        List<String> unkeyed = sources.topics(false);

        if (unkeyed.isEmpty()) {
            admitOnce(intake(
                    builder,
                    keyed,
                    OperatorNames.READ_KEYED,
                    OperatorNames.INTAKE_KEYED,
                    IntakeProcessor.Next.guard(OperatorNames.ADMIT)));
        } else {
            admitOnce(intake(
                            builder,
                            keyed,
                            OperatorNames.READ_KEYED,
                            OperatorNames.INTAKE_KEYED,
                            IntakeProcessor.Next.guard(OperatorNames.JOIN))
                    .merge(byIdentity(builder, unkeyed), Named.as(OperatorNames.JOIN)));
        }
        Topology topology = builder.build();
        sink(topology, OperatorNames.TO_DECISIONS, settings.topic(Topic.DECISIONS), OperatorNames.ADMIT);
        sink(topology, OperatorNames.TO_ALERTS, settings.topic(Topic.ALERTS), OperatorNames.ADMIT);
        sink(topology, OperatorNames.TO_DUPLICATES, settings.topic(Topic.DUPLICATES), OperatorNames.ADMIT);
        for (String step : unkeyed.isEmpty()
                ? List.of(OperatorNames.INTAKE_KEYED, OperatorNames.ADMIT)
                : List.of(OperatorNames.INTAKE_KEYED, OperatorNames.INTAKE, OperatorNames.ADMIT)) {
            sink(topology, OperatorNames.toQuarantine(step), settings.topic(Topic.QUARANTINE), step);
        }
        command(topology);
        return topology;
    }

    /** What operators ask, done by the task whose guard it concerns. */
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

    /** Messages keyed otherwise, moved to the partition that guards their identity. */
    private KStream<String, Intake.Arrived> byIdentity(StreamsBuilder builder, List<String> topics) {
        return intake(
                        builder,
                        topics,
                        OperatorNames.READ,
                        OperatorNames.INTAKE,
                        IntakeProcessor.Next.move(OperatorNames.MOVE))
                .repartition(Repartitioned.<String, Intake.Arrived>as(OperatorNames.BY_IDENTITY)
                        .withKeySerde(Serdes.String())
                        .withValueSerde(new ArrivedSerde())
                        .withNumberOfPartitions(settings.topics().partitions()));
    }

    /** Reads topics as bytes; what cannot be taken in goes to quarantine from here. */
    @SuppressWarnings("unchecked") // It sends two kinds of records, but only arrivals to the operator that comes next.
    private KStream<String, Intake.Arrived> intake(
            StreamsBuilder builder, List<String> topics, String read, String intake, IntakeProcessor.Next next) {
        KStream<?, ?> sent = builder.stream(
                        topics,
                        Consumed.with(BYTES, BYTES)
                                .withTimestampExtractor(eventTime)
                                .withName(read))
                .process(
                        () -> new IntakeProcessor(
                                settings, sources, records, metrics.get(), next, OperatorNames.toQuarantine(intake)),
                        Named.as(intake));
        return (KStream<String, Intake.Arrived>) sent;
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

    private static void sink(Topology topology, String name, String topic, String parent) {
        topology.addSink(name, topic, new ByteArraySerializer(), new ByteArraySerializer(), parent);
    }
}
