package dev.hapax.bench.jmh;

import dev.hapax.meters.Meters;
import dev.hapax.meters.OutcomeLabel;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The cost of counting a message, and of timing one in sixteen, as the topology does. */
@State(Scope.Thread)
public class MetersBenchmark {

    private final Meters meters = new Meters(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
    private int next;

    @Benchmark
    public int admitted() {
        boolean timed = next++ % 16 == 0;
        long begin = timed ? System.nanoTime() : 0;
        meters.count("payments", OutcomeLabel.ADMITTED, false);
        meters.decided("billing-failure", true);
        meters.alerted();
        if (timed) {
            meters.tookIn(System.nanoTime() - begin);
            meters.classified("payments", System.nanoTime() - begin);
            meters.admitted(System.nanoTime() - begin);
            meters.eventLatency("payments", 250);
        }
        return next;
    }

    @Benchmark
    public int duplicate() {
        meters.count("payments", OutcomeLabel.DUPLICATE, false);
        return next++;
    }
}
