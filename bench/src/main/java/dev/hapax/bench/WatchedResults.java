package dev.hapax.bench;

import dev.hapax.bench.lab.Audience;
import dev.hapax.bench.lab.Turns;
import dev.hapax.bench.report.BenchReport;
import dev.hapax.bench.report.BenchTarget;
import dev.hapax.bench.report.Figures;
import dev.hapax.bench.report.Mean;
import dev.hapax.bench.report.Table;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The turns of all audiences, and the report about them. The turns of a round come from one process and share the stretches without
 * an audience. So only rounds are independent of each other, and their spread shows how certain a figure is.
 */
final class WatchedResults {

    private static final double LEAST = 0.95;

    private final Map<Audience.Kind, List<List<Turns.Turn>>> rounds = new EnumMap<>(Audience.Kind.class);
    private final List<String> failures = new ArrayList<>();

    /** @param round all turns of it */
    void add(List<Turns.Turn> round) {
        round.stream()
                .collect(Collectors.groupingBy(Turns.Turn::audience))
                .forEach((audience, turns) -> rounds.computeIfAbsent(audience, unused -> new ArrayList<>())
                        .add(turns));
    }

    void fail(String work, RuntimeException why) {
        failures.add(work + " failed: " + why.getMessage());
    }

    BenchReport report(Order.Extent extent, Map<String, Object> settings) {
        List<String> notes = new ArrayList<>();
        notes.add(
                "× is of a stretch with the audience to the two without it, before and after: the mean of the turns of a"
                        + " round, and the mean of the rounds; in brackets where the true mean lies with 95 % confidence, by the"
                        + " spread of the rounds");
        notes.add("the audience reads on the same cores, in a process whose CPU is not counted");
        if (extent == Order.Extent.QUICK) {
            notes.add(Throughput.QUICK_NOTE);
        }
        if (rounds.isEmpty()) {
            notes.add("no turn was taken: there were too few messages");
        }
        notes.addAll(failures);
        return new BenchReport(
                "watched",
                settings,
                rounds.keySet().stream().map(this::fields).toList(),
                table(),
                extent == Order.Extent.QUICK ? List.of() : targets(),
                notes,
                List.of(),
                failures.isEmpty() && !rounds.isEmpty());
    }

    private Map<String, Object> fields(Audience.Kind kind) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", kind.code());
        fields.put("rounds", of(kind).size());
        fields.put("turns", turns(kind));
        fields.put("throughputRatio", mean(kind, Turns.Turn::throughput).fields());
        fields.put("cpuRatio", mean(kind, Turns.Turn::cpu).fields());
        fields.put("bytesPerSecond", mean(kind, Turns.Turn::bytesPerSecond).fields());
        fields.put(
                "throughputRatios",
                of(kind).stream()
                        .map(round -> round.stream()
                                .map(turn -> Figures.rounded(turn.throughput()))
                                .toList())
                        .toList());
        return fields;
    }

    private Table table() {
        Table table = new Table("audience", "rounds", "turns", "× messages/s", "× CPU a message", "sent KiB/s");
        for (Audience.Kind kind : rounds.keySet()) {
            table.row(
                    kind.code(),
                    Figures.text(of(kind).size()),
                    Figures.text(turns(kind)),
                    mean(kind, Turns.Turn::throughput).text(),
                    mean(kind, Turns.Turn::cpu).text(),
                    Figures.text(mean(kind, Turns.Turn::bytesPerSecond).value() / 1024));
        }
        return table;
    }

    private List<BenchTarget> targets() {
        return rounds.containsKey(Audience.Kind.EVERYONE)
                ? List.of(BenchTarget.atLeast(
                        LEAST,
                        "8: with 200 clients connected, throughput, × alone",
                        mean(Audience.Kind.EVERYONE, Turns.Turn::throughput).value()))
                : List.of();
    }

    private List<List<Turns.Turn>> of(Audience.Kind kind) {
        return Objects.requireNonNull(rounds.get(kind));
    }

    private int turns(Audience.Kind kind) {
        return of(kind).stream().mapToInt(List::size).sum();
    }

    private Mean mean(Audience.Kind kind, ToDoubleFunction<Turns.Turn> figure) {
        return Mean.of(of(kind).stream()
                .map(round -> round.stream().collect(Collectors.averagingDouble(figure)))
                .toList());
    }
}
