package dev.hapax.instance;

import dev.hapax.admin.Background;
import dev.hapax.meters.Meters;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.kafka.KafkaStreamsMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;

/** Everything an instance measures, as Prometheus reads it: its own meters, those of Kafka and its clients, those of the JVM. */
final class Measurements implements AutoCloseable {

    /** Kafka's meters come and go with tasks; so long may one be missing. */
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

    /** From now on Kafka's own meters stand beside ours, and ours say what is made of them. */
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
}
