package dev.hapax.instance;

import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;
import org.jspecify.annotations.Nullable;

/**
 * Names meters so that Prometheus' own check lets them pass: units that Kafka and the JVM abbreviate are spelt out, and only what
 * counts events ends in count.
 */
final class PrometheusNames extends PrometheusNamingConvention {

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
