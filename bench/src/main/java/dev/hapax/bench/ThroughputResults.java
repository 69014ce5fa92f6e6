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

/** The runs of all contenders, and what follows from them. */
final class ThroughputResults {

    private final Lineup lineup;
    private final Map<Lineup.Feed, Race> races;
    private final Map<String, List<Race.Run>> runs = new LinkedHashMap<>();
    private final Map<String, String> failures = new LinkedHashMap<>();

    ThroughputResults(Lineup lineup, Map<Lineup.Feed, Race> races) {
        this.lineup = lineup;
        this.races = races;
    }

    void add(Lineup.Starter starter, Race.Run run) {
        runs(starter.entry().name()).add(run);
    }

    /** Its runs so far are worth nothing: with one less than the others it would not be compared with the same rounds. */
    void fail(Lineup.Starter starter, RuntimeException why) {
        failures.put(starter.entry().name(), starter.entry().name() + " failed: " + why.getMessage());
        runs.remove(starter.entry().name());
    }

    boolean failed(Lineup.Starter starter) {
        return failures.containsKey(starter.entry().name());
    }

    String latest(Lineup.Starter starter) {
        List<Race.Run> all = runs(starter.entry().name());
        Race.Run run = all.get(all.size() - 1);
        return Figures.text(run.messagesPerSecond()) + "/s, " + Figures.text(run.cpuMicros()) + " µs CPU a message";
    }

    private List<Race.Run> runs(String name) {
        return runs.computeIfAbsent(name, ignored -> new ArrayList<>());
    }

    BenchReport report(Order.Extent extent, Map<String, Object> settings) {
        List<Lineup.Starter> measured = lineup.starters().stream()
                .filter(starter -> runs.containsKey(starter.entry().name()))
                .toList();
        List<String> notes = new ArrayList<>();
        notes.add("× is the median of each round's ratio to " + Lineup.COPY
                + " of the same round (for mail: to its own); in brackets stand the lowest and the highest run");
        if (extent == Order.Extent.QUICK) {
            notes.add(Throughput.QUICK_NOTE);
        }
        notes.addAll(lineup.missing());
        notes.addAll(failures.values());
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
                failures.isEmpty());
    }

    private Map<String, Object> fields(Lineup.Starter starter) {
        String name = starter.entry().name();
        List<Race.Run> all = runs(name);
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
        all.stream()
                .map(Race.Run::peakMemory)
                .filter(peak -> peak.isPresent())
                .mapToLong(peak -> peak.getAsLong())
                .max()
                .ifPresent(peak -> fields.put("residentBytes", peak));
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
                    memory(name),
                    outputs(starter));
        }
        return table;
    }

    private String memory(String name) {
        return runs(name).stream()
                .map(Race.Run::peakMemory)
                .filter(peak -> peak.isPresent())
                .map(peak -> peak.getAsLong())
                .max(Long::compare)
                .map(Figures::mebibytes)
                .orElse("");
    }

    /** The run furthest from what should have been written. */
    private String outputs(Lineup.Starter starter) {
        long expected = expected(starter);
        long furthest = 0;
        for (Race.Run run : runs(starter.entry().name())) {
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
        paired(Lineup.GUARD, Lineup.COPY, Race.Run::cpuMicros)
                .ifPresent(it ->
                        targets.add(BenchTarget.atMost(2.0, "1: guard path, CPU a message, × " + Lineup.COPY, it)));
        paired(Lineup.HAPAX, Lineup.KEYED, Race.Run::cpuMicros)
                .ifPresent(it ->
                        targets.add(BenchTarget.atMost(1.25, "8: repartition, CPU a message, × " + Lineup.KEYED, it)));
        paired(Lineup.HAPAX, Lineup.COPY, Race.Run::messagesPerSecond)
                .ifPresent(
                        it -> targets.add(BenchTarget.atLeast(0.5, "2: whole job, throughput, × " + Lineup.COPY, it)));
        for (String other : Lineup.EQUAL_WORK) {
            paired(Lineup.HAPAX, other, Race.Run::messagesPerSecond)
                    .ifPresent(
                            it -> targets.add(BenchTarget.atLeast(1.5, "2: equal work, throughput, × " + other, it)));
        }
        for (String other : Lineup.ALTERNATIVES) {
            paired(Lineup.GUARD, other, Race.Run::messagesPerSecond)
                    .ifPresent(
                            it -> targets.add(BenchTarget.atLeast(1.5, "2: guard alone, throughput, × " + other, it)));
        }
        paired(Lineup.HAPAX, Lineup.ONE_THREAD, Race.Run::messagesPerSecond)
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
        return Spread.of(runs(name).stream().map(figure::applyAsDouble).toList());
    }

    private OptionalDouble ratio(Lineup.Starter starter, ToDoubleFunction<Race.Run> figure) {
        return paired(starter.entry().name(), starter.base(), figure);
    }

    /** Round by round, so that what slowed the machine down for a while slowed down both. */
    private OptionalDouble paired(String name, String base, ToDoubleFunction<Race.Run> figure) {
        if (!runs.containsKey(name) || !runs.containsKey(base)) {
            return OptionalDouble.empty();
        }
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < runs(name).size(); round++) {
            ratios.add(figure.applyAsDouble(runs(name).get(round))
                    / figure.applyAsDouble(runs(base).get(round)));
        }
        return OptionalDouble.of(Spread.of(ratios).median());
    }

    private static String text(OptionalDouble ratio) {
        return ratio.isPresent() ? Figures.text(ratio.getAsDouble()) : "";
    }
}
