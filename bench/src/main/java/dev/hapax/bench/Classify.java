package dev.hapax.bench;

import dev.hapax.bench.jmh.MicroBenchmarks;
import dev.hapax.bench.report.BenchReport;
import dev.hapax.bench.report.BenchTarget;
import dev.hapax.bench.report.Figures;
import dev.hapax.bench.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** The parts that need no broker, each alone. */
final class Classify implements Measurement {

    /** Parse, identity and fingerprint of a JSON event. */
    private static final String INTAKE = "IntakeBenchmark.json";

    /** Judging a message. */
    private static final String RULES = "RulesBenchmark.classify";

    @Override
    public List<String> contenders() {
        return List.of();
    }

    @Override
    public String duration(Order.Extent extent) {
        return extent.pick("about two minutes", "about two minutes", "about five minutes");
    }

    @Override
    public BenchReport measure(Bench bench) {
        List<MicroBenchmarks.MicroResult> results = results(bench.order().extent());
        Table table = new Table("part", "median", "mean", "±", "unit");
        List<Map<String, Object>> fields = new ArrayList<>();
        for (MicroBenchmarks.MicroResult result : results) {
            table.row(
                    title(result),
                    Figures.text(result.median()),
                    Figures.text(result.mean()),
                    Figures.text(result.error()),
                    result.unit());
            fields.add(fields(result));
        }
        boolean quick = bench.order().extent() == Order.Extent.QUICK;
        return new BenchReport(
                "classify",
                Map.of(),
                fields,
                table,
                quick ? List.of() : targets(results),
                quick ? List.of(Throughput.QUICK_NOTE) : List.of(),
                List.of(),
                true);
    }

    private static List<MicroBenchmarks.MicroResult> results(Order.Extent extent) {
        return MicroBenchmarks.run(
                extent == Order.Extent.FULL ? MicroBenchmarks.Extent.FULL : MicroBenchmarks.Extent.QUICK);
    }

    private static String title(MicroBenchmarks.MicroResult result) {
        return result.parameters().isEmpty() ? result.name() : result.name() + " " + result.parameters();
    }

    private static Map<String, Object> fields(MicroBenchmarks.MicroResult result) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", result.name());
        fields.put("parameters", result.parameters());
        fields.put("median", Figures.rounded(result.median()));
        fields.put("mean", Figures.rounded(result.mean()));
        fields.put("error", Figures.rounded(result.error()));
        fields.put("unit", result.unit());
        return fields;
    }

    static List<BenchTarget> targets(List<MicroBenchmarks.MicroResult> results) {
        List<BenchTarget> targets = new ArrayList<>();
        results.stream()
                .filter(result -> result.name().equals(INTAKE))
                .forEach(result -> targets.add(
                        BenchTarget.atMost(2, "6: parse, identity, fingerprint, " + result.unit(), result.median())));
        OptionalDouble few = rules(results, "30");
        OptionalDouble many = rules(results, "300");
        if (few.isPresent() && many.isPresent()) {
            targets.add(BenchTarget.atMost(2, "6: 300 rules, × 30 rules", many.getAsDouble() / few.getAsDouble()));
        }
        return targets;
    }

    private static OptionalDouble rules(List<MicroBenchmarks.MicroResult> results, String count) {
        return results.stream()
                .filter(result -> result.name().equals(RULES)
                        && count.equals(result.parameters().get("rules")))
                .mapToDouble(MicroBenchmarks.MicroResult::median)
                .findFirst();
    }
}
