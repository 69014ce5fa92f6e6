package dev.hapax.instance;

import dev.hapax.admin.Background;
import dev.hapax.meters.Meters;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;

/** Everything an instance measures, as Prometheus reads it: its own meters, those of Kafka and its clients, those of the JVM. */
final class Measurements implements AutoCloseable {

    /** The meters of Kafka change with its tasks: a new one may be missing for this long. */
    private static final Duration REFRESH = Duration.ofSeconds(10);

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Meters meters;
    private final JvmGcMetrics collections = new JvmGcMetrics();
    private final ScheduledExecutorService refresher;
    private @Nullable KafkaStreamsMetrics kafka;

    /** @param topics all that are read or written */
    Measurements(Collection<String> topics, Background background) {
        this.refresher = background.scheduler("kafka-meters", 1);
        registry.config()
                .namingConvention(new PrometheusNames())
                .meterFilter(new Described())
                .meterFilter(new OneNamePerTopic(topics));
        this.meters = new Meters(registry);
        List.of(
                        collections,
                        new JvmMemoryMetrics(),
                        new JvmThreadMetrics(),
                        new ClassLoaderMetrics(),
                        new ProcessorMetrics(),
                        new FileDescriptorMetrics(),
                        new UptimeMetrics())
                .forEach(binder -> binder.bindTo(registry));
    }

    Meters meters() {
        return meters;
    }

    /** Adds the meters of Kafka, and our own that are derived from them. */
    void bind(KafkaStreams streams) {
        kafka = new KafkaStreamsMetrics(streams, Tags.empty(), refresher, REFRESH);
        kafka.bindTo(registry);
        CommitLatency.bind(meters, streams::metrics);
    }

    @Override
    public void close() {
        if (kafka != null) {
            kafka.close();
        }
        refresher.shutdownNow();
        collections.close();
        registry.close();
    }

    /** Adds a description to meters of Kafka that have none. */
    static final class Described implements MeterFilter {

        @Override
        public Meter.Id map(Meter.Id id) {
            String description = id.getDescription();
            return description == null || description.isBlank()
                    ? new Meter.Id(
                            id.getName(),
                            Tags.of(id.getTagsAsIterable()),
                            id.getBaseUnit(),
                            "Not described by those who measure it",
                            id.getType())
                    : id;
        }
    }

    /**
     * Leaves out the second series that Kafka's consumers have for a topic with dots in its name, the one with underscores: a sum of
     * the lag would count every message twice.
     */
    static final class OneNamePerTopic implements MeterFilter {

        private final Set<String> secondNames = new HashSet<>();

        OneNamePerTopic(Collection<String> topics) {
            topics.forEach(topic -> secondNames.add(topic.replace('.', '_')));
            secondNames.removeAll(Set.copyOf(topics));
        }

        @Override
        public MeterFilterReply accept(Meter.Id id) {
            String topic = id.getTag("topic");
            return topic != null && secondNames.contains(topic) ? MeterFilterReply.DENY : MeterFilterReply.NEUTRAL;
        }
    }

    /**
     * Names meters so that Prometheus' own check lets them pass: units that Kafka and the JVM abbreviate are spelt out, and only what
     * counts events ends in count.
     */
    static final class PrometheusNames extends PrometheusNamingConvention {

        @Override
        public String name(String name, Meter.Type type, @Nullable String baseUnit) {
            String spelt = spelt(name);
            return super.name(
                    type == Meter.Type.GAUGE ? spelt.replaceAll("\\.count$", "s") : spelt,
                    type,
                    baseUnit == null ? null : spelt(baseUnit));
        }

        private static String spelt(String name) {
            return name.replaceAll("(^|\\.)ns(?=\\.|$)", "$1nanos").replaceAll("(^|\\.)ms(?=\\.|$)", "$1millis");
        }
    }
}
