package dev.hapax.instance;

import dev.hapax.meters.Meter;
import dev.hapax.meters.Meters;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/** How long the commits of an instance take: what Kafka Streams measures of each stream thread, as two numbers. */
final class CommitLatency {

    private static final String OF_THREADS = "stream-thread-metrics";
    private static final double MILLIS = 1_000;

    private final Supplier<? extends Map<MetricName, ? extends Metric>> kafka;

    private CommitLatency(Supplier<? extends Map<MetricName, ? extends Metric>> kafka) {
        this.kafka = kafka;
    }

    /** @param kafka returns the current metrics of Kafka Streams */
    static void bind(Meters meters, Supplier<? extends Map<MetricName, ? extends Metric>> kafka) {
        CommitLatency latency = new CommitLatency(kafka);
        meters.read(Meter.COMMIT_LATENCY, latency::average);
        meters.read(Meter.COMMIT_LATENCY_MAX, latency::longest);
    }

    /** Not a number where no thread has committed of late: 0 would say that commits take no time. */
    private double average() {
        return seconds("commit-latency-avg").average().orElse(Double.NaN);
    }

    private double longest() {
        return seconds("commit-latency-max").max().orElse(Double.NaN);
    }

    private DoubleStream seconds(String name) {
        return kafka.get().values().stream()
                .filter(metric -> metric.metricName().group().equals(OF_THREADS)
                        && metric.metricName().name().equals(name))
                .map(Metric::metricValue)
                .filter(Double.class::isInstance)
                .mapToDouble(Double.class::cast)
                .filter(Double::isFinite)
                .map(millis -> millis / MILLIS);
    }
}
