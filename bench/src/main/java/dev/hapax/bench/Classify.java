package dev.hapax.bench;

import dev.hapax.bench.report.Report;
import dev.hapax.bench.report.Table;
import java.util.List;
import java.util.Map;

/** The parts that need no broker, each alone. */
final class Classify implements Measurement {

    @Override
    public List<String> contenders() {
        return List.of();
    }

    @Override
    public String duration(Extent extent) {
        return extent.pick("about a minute", "about ten minutes", "half an hour");
    }

    @Override
    public Report measure(Bench bench) {
        return new Report("classify", Map.of(), List.of(), new Table("part"), List.of(), List.of(), List.of(), true);
    }
}
