package dev.hapax.bench;

import dev.hapax.bench.lab.Race;
import dev.hapax.bench.probe.Timings;
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
import java.util.function.ToDoubleFunction;

/** The runs at each size of the guard, and the report about them. */
final class StateResults {

    /**
     * One kind of run.
     *
     * @param entries how many are alive
     * @param eviction whether as many die as are born; else none does
     */
    record Case(long entries, boolean eviction) {
        String name() {
            return Figures.text(entries) + (eviction ? " entries" : " entries, no eviction");
        }
    }

    /** One run. */
    record Found(Race.Run run, Timings timings, double diskBytes, double changelogBytes) {}

    private final Runs<Case, Found> found = new Runs<>();

    Runs<Case, Found> runs() {
        return found;
    }

    String latest(Case which) {
        Found one = found.latest(which);
        return Figures.text(one.run().cpuMicros()) + " µs CPU a message, " + Figures.text(one.diskBytes())
                + " bytes an entry on disk";
    }

    BenchReport report(Order.Extent extent, Map<String, Object> settings) {
        List<String> notes = new ArrayList<>();
        notes.add(
                "bytes on disk are those of the files left by a clean stop, for each entry alive (with eviction, files hold"
                        + " dead entries too, until their bucket goes); bytes in the changelog are for each entry ever written");
        if (extent == Order.Extent.QUICK) {
            notes.add(Throughput.QUICK_NOTE);
        }
        notes.addAll(found.failures());
        return new BenchReport(
                "state",
                settings,
                found.measured().stream().map(this::fields).toList(),
                table(),
                extent == Order.Extent.QUICK ? List.of() : targets(),
                notes,
                List.of(
                        chart(
                                "state-cpu",
                                "CPU of the guard as it grows",
                                "µs a message, less is better",
                                StateResults::cpu),
                        chart("state-disk", "Disk of the guard", "bytes an entry, less is better", Found::diskBytes)),
                found.failures().isEmpty());
    }

    private Map<String, Object> fields(Case which) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", Lineup.GUARD);
        fields.put("entries", which.entries());
        fields.put("eviction", which.eviction());
        fields.put(
                "messagesPerSecond",
                spread(which, it -> it.run().messagesPerSecond()).fields());
        fields.put("cpuMicrosPerMessage", spread(which, StateResults::cpu).fields());
        fields.put("processP999Millis", spread(which, StateResults::processP999).fields());
        fields.put("processMaxMillis", spread(which, StateResults::processMax).fields());
        fields.put(
                "punctuations",
                found.of(which).stream().map(it -> it.timings().punctuated()).toList());
        fields.put(
                "punctuateMaxMillis", spread(which, StateResults::punctuateMax).fields());
        fields.put("diskBytesPerEntry", spread(which, Found::diskBytes).fields());
        fields.put(
                "changelogBytesPerEntry", spread(which, Found::changelogBytes).fields());
        Race.Run.peakMemory(runs(which)).ifPresent(peak -> fields.put("residentBytes", peak));
        return fields;
    }

    private Table table() {
        Table table = new Table(
                "guard with",
                "messages/s",
                "CPU µs/message",
                "process p99.9 ms",
                "max ms",
                "punctuate max ms",
                "disk B/entry",
                "changelog B/entry",
                "memory");
        for (Case which : found.measured()) {
            table.row(
                    which.name(),
                    spread(which, it -> it.run().messagesPerSecond()).text(),
                    spread(which, StateResults::cpu).text(),
                    spread(which, StateResults::processP999).text(),
                    spread(which, StateResults::processMax).text(),
                    spread(which, StateResults::punctuateMax).text(),
                    spread(which, Found::diskBytes).text(),
                    spread(which, Found::changelogBytes).text(),
                    Figures.mebibytes(Race.Run.peakMemory(runs(which))));
        }
        return table;
    }

    private List<BenchTarget> targets() {
        List<BenchTarget> targets = new ArrayList<>();
        List<Case> evicting = found.measured().stream().filter(Case::eviction).toList();
        for (Case which : evicting) {
            Case without = new Case(which.entries(), false);
            found.ratio(which, without, StateResults::cpu)
                    .ifPresent(ratio -> targets.add(
                            BenchTarget.atMost(1.05, "3: CPU, × without eviction, " + which.name(), ratio)));
        }
        if (!evicting.isEmpty()) {
            Case largest = evicting.get(evicting.size() - 1);
            targets.add(BenchTarget.atMost(
                    5,
                    "3: process time p99.9, ms, " + largest.name(),
                    spread(largest, StateResults::processP999).median()));
            targets.add(BenchTarget.atMost(
                    250,
                    "3: longest pause, ms, " + largest.name(),
                    Math.max(
                            spread(largest, StateResults::punctuateMax).max(),
                            spread(largest, StateResults::processMax).max())));
            targets.add(BenchTarget.atMost(
                    1.5,
                    "3: CPU, × " + evicting.get(0).name() + ", " + largest.name(),
                    found.ratio(largest, evicting.get(0), StateResults::cpu).orElseThrow()));
        }
        found.measured().stream().filter(which -> !which.eviction()).forEach(which -> {
            targets.add(BenchTarget.atMost(
                    90,
                    "4: bytes an entry on disk, " + which.name(),
                    spread(which, Found::diskBytes).median()));
            targets.add(BenchTarget.atMost(
                    90,
                    "4: bytes an entry in the changelog, " + which.name(),
                    spread(which, Found::changelogBytes).median()));
        });
        return targets;
    }

    private Chart chart(String file, String title, String unit, ToDoubleFunction<Found> figure) {
        return new Chart(
                file,
                title,
                unit,
                found.measured().stream()
                        .map(which -> new Chart.Bar(which.name(), spread(which, figure), which.eviction()))
                        .toList());
    }

    private List<Race.Run> runs(Case which) {
        return found.of(which).stream().map(Found::run).toList();
    }

    private Spread spread(Case which, ToDoubleFunction<Found> figure) {
        return found.spread(which, figure);
    }

    private static double cpu(Found one) {
        return one.run().cpuMicros();
    }

    private static double processP999(Found one) {
        return one.timings().processP999Nanos() / 1e6;
    }

    private static double processMax(Found one) {
        return one.timings().processMaxNanos() / 1e6;
    }

    private static double punctuateMax(Found one) {
        return one.timings().punctuateMaxNanos() / 1e6;
    }
}
