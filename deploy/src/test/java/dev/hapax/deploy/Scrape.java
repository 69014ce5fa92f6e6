package dev.hapax.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.meters.Meter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a running instance told Prometheus: one sample of each name. {@code scrape.txt} is made anew, from the folder of the
 * repository and with the address that the demo prints, by
 *
 * <pre>
 * ./hapax demo --messages 2000 --keep
 * curl -s ADDRESS/metrics | awk -F'[ {]' '/^# TYPE/ || (!/^#/ &amp;&amp; !seen[$1]++)' >deploy/src/test/resources/scrape.txt
 * </pre>
 */
final class Scrape {

    private static final Pattern SAMPLE = Pattern.compile("([a-z_][a-z0-9_]*)(?:\\{(.*)})? \\S+");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"");

    /** What Prometheus adds itself. */
    private static final Set<String> OF_PROMETHEUS = Set.of("job", "instance", "alertname", "alertstate", "severity");

    private final Map<String, Set<String>> labels = new TreeMap<>();

    static Scrape read() throws IOException {
        Scrape scrape = new Scrape();
        try (InputStream in = Objects.requireNonNull(Scrape.class.getResourceAsStream("/scrape.txt"))) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(scrape::add);
        }
        scrape.labels.put("up", Set.of());
        scrape.labels.put("ALERTS", Set.of());
        return scrape;
    }

    private void add(String line) {
        Matcher sample = SAMPLE.matcher(line);
        if (sample.matches()) {
            Set<String> names = new TreeSet<>();
            if (sample.group(2) != null) {
                LABEL.matcher(sample.group(2)).results().forEach(label -> names.add(label.group(1)));
            }
            labels.put(sample.group(1), names);
        }
    }

    /** Adds a series that a rule records. */
    void recorded(String name) {
        labels.put(name, Set.of("source"));
    }

    void requireAll(String where, String expression) {
        PromQl.metrics(expression).forEach((metric, selectedBy) -> {
            assertThat(labels).as("%s: %s", where, expression).containsKey(metric);
            assertThat(labels.get(metric)).isNotNull();
            Set<String> known = new HashSet<>(labels.getOrDefault(metric, Set.of()));
            known.addAll(OF_PROMETHEUS);
            assertThat(known).as("%s: labels of %s", where, metric).containsAll(selectedBy);
            if (metric.startsWith("hapax_")) {
                assertThat(ofTheEnum(metric))
                        .as("%s: %s is a meter", where, metric)
                        .isTrue();
            }
        });
    }

    private static boolean ofTheEnum(String metric) {
        return Arrays.stream(Meter.values()).anyMatch(meter -> {
            String name = meter.prometheusName();
            return meter.kind() == Meter.Kind.TIMER
                    ? metric.matches(name + "_(count|sum|max|bucket)")
                    : metric.equals(name);
        });
    }

    /** All meters of the enum are there: else it is older than they are. */
    void requireEveryMeter() {
        assertThat(Arrays.stream(Meter.values())
                        .map(meter -> meter.prometheusName() + (meter.kind() == Meter.Kind.TIMER ? "_count" : "")))
                .allSatisfy(name -> assertThat(labels).containsKey(name));
    }
}
