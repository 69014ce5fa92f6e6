package dev.hapax.bench;

import dev.hapax.bench.lab.Race;
import dev.hapax.bench.report.BenchReport;
import dev.hapax.bench.report.BenchTarget;
import dev.hapax.bench.report.Chart;
import dev.hapax.bench.report.Figures;
import dev.hapax.bench.report.Spread;
import dev.hapax.bench.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** The runs of all contenders, and the report about them. */
final class ThroughputResults {

    private final Lineup lineup;
    private final Map<Lineup.Feed, Race> races;
    private final Runs<String, Race.Run> runs = new Runs<>();

    ThroughputResults(Lineup lineup, Map<Lineup.Feed, Race> races) {
        this.lineup = lineup;
        this.races = races;
    }

    Runs<String, Race.Run> runs() {
        return runs;
    }

    String latest(String name) {
        Race.Run run = runs.latest(name);
        return Figures.text(run.messagesPerSecond()) + "/s, " + Figures.text(run.cpuMicros()) + " µs CPU a message";
    }

    BenchReport report(Order.Extent extent, Map<String, Object> settings) {
        List<Lineup.Starter> measured = lineup.starters().stream()
                .filter(starter -> runs.measured().contains(starter.entry().name()))
                .toList();
        List<String> notes = new ArrayList<>();
        notes.add("× is the median of each round's ratio to " + Lineup.COPY
                + " of the same round (for mail: to its own); in brackets stand the lowest and the highest run");
        if (extent == Order.Extent.QUICK) {
            notes.add(Throughput.QUICK_NOTE);
        }
        notes.addAll(lineup.missing());
        notes.addAll(runs.failures());
        return new BenchReport(
                "throughput",
                settings,
                measured.stream().map(this::fields).toList(),
                table(measured),
                extent == Order.Extent.QUICK ? List.of() : targets(),
                notes,
                List.of(
                        chart(
                                measured,
                                "throughput",
                                "Throughput",
                                "messages/s, more is better",
                                Race.Run::messagesPerSecond),
                        chart(
                                measured,
                                "cpu",
                                "CPU of the contender",
                                "µs a message, less is better",
                                Race.Run::cpuMicros)),
                runs.failures().isEmpty());
    }

    private Map<String, Object> fields(Lineup.Starter starter) {
        String name = starter.entry().name();
        List<Race.Run> all = runs.of(name);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", name);
        fields.put(
                "messagesPerSecond", spread(name, Race.Run::messagesPerSecond).fields());
        fields.put("cpuMicrosPerMessage", spread(name, Race.Run::cpuMicros).fields());
        if (starter.entry().server() != null) {
            fields.put(
                    "serverCpuMicrosPerMessage",
                    spread(name, Race.Run::serverMicros).fields());
        }
        fields.put(
                "brokerCpuMicrosPerMessage",
                spread(name, Race.Run::brokerMicros).fields());
        ratio(starter, Race.Run::messagesPerSecond).ifPresent(it -> fields.put("throughputRatio", Figures.rounded(it)));
        ratio(starter, Race.Run::cpuMicros).ifPresent(it -> fields.put("cpuRatio", Figures.rounded(it)));
        Race.Run.peakMemory(all).ifPresent(peak -> fields.put("residentBytes", peak));
        fields.put("outputs", all.stream().map(Race.Run::outputs).toList());
        fields.put("expectedOutputs", expected(starter));
        return fields;
    }

    private Table table(List<Lineup.Starter> measured) {
        Table table = new Table(
                "contender",
                "messages/s",
                "× copy",
                "CPU µs/message",
                "× copy",
                "server µs",
                "broker µs",
                "memory",
                "outputs");
        for (Lineup.Starter starter : measured) {
            String name = starter.entry().name();
            table.row(
                    name,
                    spread(name, Race.Run::messagesPerSecond).text(),
                    text(ratio(starter, Race.Run::messagesPerSecond)),
                    spread(name, Race.Run::cpuMicros).text(),
                    text(ratio(starter, Race.Run::cpuMicros)),
                    starter.entry().server() == null
                            ? ""
                            : Figures.text(spread(name, Race.Run::serverMicros).median()),
                    Figures.text(spread(name, Race.Run::brokerMicros).median()),
                    Figures.mebibytes(Race.Run.peakMemory(runs.of(name))),
                    outputs(starter));
        }
        return table;
    }

    /** The run furthest from what should have been written. */
    private String outputs(Lineup.Starter starter) {
        long expected = expected(starter);
        long furthest = 0;
        for (Race.Run run : runs.of(starter.entry().name())) {
            long off = run.outputs() - expected;
            furthest = Math.abs(off) > Math.abs(furthest) ? off : furthest;
        }
        return furthest == 0 ? "ok" : Figures.text(Math.abs(furthest)) + (furthest > 0 ? " too many" : " too few");
    }

    Race race(Lineup.Starter starter) {
        return Objects.requireNonNull(races.get(starter.feed()), "an input for every starter");
    }

    private long expected(Lineup.Starter starter) {
        return race(starter).expectedOutputs(starter.entry());
    }

    private List<BenchTarget> targets() {
        List<BenchTarget> targets = new ArrayList<>();
        runs.ratio(Lineup.GUARD, Lineup.COPY, Race.Run::cpuMicros)
                .ifPresent(it ->
                        targets.add(BenchTarget.atMost(2.0, "1: guard path, CPU a message, × " + Lineup.COPY, it)));
        runs.ratio(Lineup.HAPAX, Lineup.KEYED, Race.Run::cpuMicros)
                .ifPresent(it ->
                        targets.add(BenchTarget.atMost(1.25, "8: repartition, CPU a message, × " + Lineup.KEYED, it)));
        runs.ratio(Lineup.HAPAX, Lineup.COPY, Race.Run::messagesPerSecond)
                .ifPresent(
                        it -> targets.add(BenchTarget.atLeast(0.5, "2: whole job, throughput, × " + Lineup.COPY, it)));
        for (String other : Lineup.EQUAL_WORK) {
            runs.ratio(Lineup.HAPAX, other, Race.Run::messagesPerSecond)
                    .ifPresent(
                            it -> targets.add(BenchTarget.atLeast(1.5, "2: equal work, throughput, × " + other, it)));
        }
        for (String other : Lineup.ALTERNATIVES) {
            runs.ratio(Lineup.GUARD, other, Race.Run::messagesPerSecond)
                    .ifPresent(
                            it -> targets.add(BenchTarget.atLeast(1.5, "2: guard alone, throughput, × " + other, it)));
        }
        runs.ratio(Lineup.HAPAX, Lineup.ONE_THREAD, Race.Run::messagesPerSecond)
                .ifPresent(it -> targets.add(BenchTarget.atLeast(1.7, "7: threads, throughput, × one thread", it)));
        return targets;
    }

    private Chart chart(
            List<Lineup.Starter> measured, String file, String title, String unit, ToDoubleFunction<Race.Run> figure) {
        return new Chart(
                file,
                title,
                unit,
                measured.stream()
                        .map(starter -> starter.entry().name())
                        .map(name -> new Chart.Bar(name, spread(name, figure), name.startsWith(Lineup.HAPAX)))
                        .toList());
    }

    private Spread spread(String name, ToDoubleFunction<Race.Run> figure) {
        return runs.spread(name, figure);
    }

    private OptionalDouble ratio(Lineup.Starter starter, ToDoubleFunction<Race.Run> figure) {
        return runs.ratio(starter.entry().name(), starter.base(), figure);
    }

    private static String text(OptionalDouble ratio) {
        return ratio.isPresent() ? Figures.text(ratio.getAsDouble()) : "";
    }
}
