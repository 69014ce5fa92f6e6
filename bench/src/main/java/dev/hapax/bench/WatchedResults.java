package dev.hapax.bench;

import dev.hapax.bench.lab.Audience;
import dev.hapax.bench.lab.Turn;
import dev.hapax.bench.report.Figures;
import dev.hapax.bench.report.Mean;
import dev.hapax.bench.report.Report;
import dev.hapax.bench.report.Table;
import dev.hapax.bench.report.Target;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/** The turns of all audiences, and what follows from them. */
final class WatchedResults {

    private static final double LEAST = 0.95;

    private final Map<Audience.Kind, List<Turn>> turns = new EnumMap<>(Audience.Kind.class);
    private final List<String> failures = new ArrayList<>();

    void add(List<Turn> taken) {
        taken.forEach(turn -> turns.computeIfAbsent(turn.audience(), unused -> new ArrayList<>())
                .add(turn));
    }

    void fail(String work, RuntimeException why) {
        failures.add(work + " failed: " + why.getMessage());
    }

    Report report(Extent extent, Map<String, Object> settings) {
        List<String> notes = new ArrayList<>();
        notes.add("× is the mean over all turns of a stretch with the audience to the two without it, before and after;"
                + " in brackets where the true mean lies with 95 % confidence");
        notes.add("the audience reads on the same cores, in a process whose CPU is not counted");
        if (extent == Extent.QUICK) {
            notes.add(Throughput.QUICK_NOTE);
        }
        if (turns.isEmpty()) {
            notes.add("no turn was taken: there were too few messages");
        }
        notes.addAll(failures);
        return new Report(
                "watched",
                settings,
                turns.keySet().stream().map(this::fields).toList(),
                table(),
                extent == Extent.QUICK ? List.of() : targets(),
                notes,
                List.of(),
                failures.isEmpty() && !turns.isEmpty());
    }

    private Map<String, Object> fields(Audience.Kind kind) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", kind.code());
        fields.put("turns", of(kind).size());
        fields.put("throughputRatio", mean(kind, Turn::throughput).fields());
        fields.put("cpuRatio", mean(kind, Turn::cpu).fields());
        fields.put("bytesPerSecond", mean(kind, Turn::bytesPerSecond).fields());
        fields.put(
                "throughputRatios",
                of(kind).stream()
                        .map(turn -> Figures.rounded(turn.throughput()))
                        .toList());
        return fields;
    }

    private Table table() {
        Table table = new Table("audience", "turns", "× messages/s", "× CPU a message", "sent KiB/s");
        for (Audience.Kind kind : turns.keySet()) {
            table.row(
                    kind.code(),
                    Figures.text(of(kind).size()),
                    mean(kind, Turn::throughput).text(),
                    mean(kind, Turn::cpu).text(),
                    Figures.text(mean(kind, Turn::bytesPerSecond).value() / 1024));
        }
        return table;
    }

    private List<Target> targets() {
        return turns.containsKey(Audience.Kind.EVERYONE)
                ? List.of(Target.atLeast(
                        LEAST,
                        "8: with 200 clients connected, throughput, × alone",
                        mean(Audience.Kind.EVERYONE, Turn::throughput).value()))
                : List.of();
    }

    private List<Turn> of(Audience.Kind kind) {
        return Objects.requireNonNull(turns.get(kind));
    }

    private Mean mean(Audience.Kind kind, ToDoubleFunction<Turn> figure) {
        return Mean.of(of(kind).stream().map(figure::applyAsDouble).toList());
    }
}
