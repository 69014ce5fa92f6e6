package dev.hapax.instance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.meters.Meter;
import dev.hapax.meters.Meters;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.junit.jupiter.api.Test;

class CommitLatencyTest {

    private final Meters meters = Meters.unread();
    private final Map<MetricName, Metric> kafka = new HashMap<>();

    @Test
    void shouldTakeAllThreadsTogetherInSeconds() {
        CommitLatency.bind(meters, () -> kafka);
        thread("one", 20, 50);
        thread("two", 40, 300);
        put("stream-task-metrics", "commit-latency-max", "other", 9_000);

        assertThat(value(Meter.COMMIT_LATENCY)).isEqualTo(0.03);
        assertThat(value(Meter.COMMIT_LATENCY_MAX)).isEqualTo(0.3);
    }

    @Test
    void shouldLeaveOutThreadsThatHaveNotCommitted() {
        CommitLatency.bind(meters, () -> kafka);
        assertThat(value(Meter.COMMIT_LATENCY)).isNaN();

        thread("one", Double.NaN, Double.NaN);
        assertThat(value(Meter.COMMIT_LATENCY_MAX)).isNaN();

        thread("two", 10, 20);
        assertThat(value(Meter.COMMIT_LATENCY)).isEqualTo(0.01);
        assertThat(value(Meter.COMMIT_LATENCY_MAX)).isEqualTo(0.02);
    }

    private void thread(String name, double average, double max) {
        put("stream-thread-metrics", "commit-latency-avg", name, average);
        put("stream-thread-metrics", "commit-latency-max", name, max);
    }

    private void put(String group, String name, String thread, double value) {
        MetricName named = new MetricName(name, group, "", Map.of("thread-id", thread));
        kafka.put(named, new Metric() {
            @Override
            public MetricName metricName() {
                return named;
            }

            @Override
            public Object metricValue() {
                return value;
            }
        });
    }

    private double value(Meter meter) {
        return meters.registry().get(meter.id()).gauge().value();
    }
}
