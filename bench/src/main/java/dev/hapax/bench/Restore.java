package dev.hapax.bench;

import dev.hapax.bench.lab.ContenderException;
import dev.hapax.bench.lab.ContenderProcess;
import dev.hapax.bench.lab.ContenderProgram;
import dev.hapax.bench.lab.Entry;
import dev.hapax.bench.lab.JsonEvents;
import dev.hapax.bench.lab.Lab;
import dev.hapax.bench.lab.Recipe;
import dev.hapax.bench.lab.Restoration;
import dev.hapax.bench.probe.RestoreLog;
import dev.hapax.bench.report.BenchReport;
import dev.hapax.bench.report.Chart;
import dev.hapax.bench.report.Figures;
import dev.hapax.bench.report.Spread;
import dev.hapax.bench.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How quickly the guard is restored after its folder is lost, beside a window store with the same identities. */
final class Restore implements Measurement {

    private static final List<String> NAMES = List.of("window-store", Lineup.GUARD);

    private record Case(String name, long entries) {
        String title() {
            return name + ", " + Figures.text(entries);
        }
    }

    @Override
    public List<String> contenders() {
        return NAMES;
    }

    @Override
    public String duration(Order.Extent extent) {
        return extent.pick("about a minute", "about five minutes", "an hour or more");
    }

    @Override
    public BenchReport measure(Bench bench) throws InterruptedException {
        Order order = bench.order();
        int rounds = order.rounds(order.extent().pick(1, 2, 3));
        List<Long> sizes = order.messages() == null
                ? order.extent().pick(List.of(100_000L), List.of(1_000_000L), List.of(1_000_000L, 10_000_000L))
                : List.of(order.messages());
        Map<Case, List<Double>> found = new LinkedHashMap<>();
        List<String> failures = new ArrayList<>();
        for (long entries : sizes) {
            Recipe recipe = new Recipe(entries, 0, new JsonEvents());
            String topic = "events-" + entries;
            Lab.Input input =
                    bench.lab().generate(topic, recipe, bench.progress().of("writing " + topic, entries));
            Restoration restoration = new Restoration(bench.lab(), input, recipe.during(entries * 2));
            for (int round = 1; round <= rounds; round++) {
                for (String name : NAMES) {
                    if (order.wants(name)) {
                        run(bench, restoration, new Case(name, entries), round, found, failures);
                    }
                }
            }
            bench.lab().deleteTopics(topic);
        }
        return report(order, rounds, found, failures);
    }

    private static void run(
            Bench bench,
            Restoration restoration,
            Case which,
            int round,
            Map<Case, List<Double>> found,
            List<String> failures)
            throws InterruptedException {
        String group = which.name() + "-" + which.entries() + "-" + round;
        Entry entry = new Entry(
                which.name(),
                ContenderProgram.ours(which.name()),
                false,
                bench.order().threads(),
                Map.of(),
                null);
        try {
            RestoreLog.State restored = restoration.run(
                    entry,
                    group,
                    bench.jvmFlags(group),
                    bench.progress().of("filling " + which.title(), which.entries()));
            double rate = which.entries() * 1e3 / Math.max(1, restored.millis());
            found.computeIfAbsent(which, ignored -> new ArrayList<>()).add(rate);
            bench.progress()
                    .say(which.title() + ": " + Figures.text(rate) + " entries/s, from "
                            + Figures.text(restored.records()) + " records in " + Figures.text(restored.millis())
                            + " ms");
        } catch (ContenderException e) {
            bench.sayFailed(which.title(), e);
            failures.add(which.title() + " failed: " + e.getMessage());
        }
    }

    private static BenchReport report(Order order, int rounds, Map<Case, List<Double>> found, List<String> failures) {
        Table table = new Table("contender", "entries", "entries/s", "seconds");
        List<Map<String, Object>> contenders = new ArrayList<>();
        List<Chart.Bar> bars = new ArrayList<>();
        found.forEach((which, rates) -> {
            Spread rate = Spread.of(rates);
            table.row(
                    which.name(),
                    Figures.text(which.entries()),
                    rate.text(),
                    Figures.text(which.entries() / rate.median()));
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("name", which.name());
            fields.put("entries", which.entries());
            fields.put("entriesPerSecond", rate.fields());
            contenders.add(fields);
            bars.add(new Chart.Bar(which.title(), rate, which.name().equals(Lineup.GUARD)));
        });
        List<String> notes = new ArrayList<>();
        notes.add(
                "from the beginning of the first partition's restoring to the end of the last one's; the start of the process"
                        + " comes on top");
        if (order.extent() == Order.Extent.QUICK) {
            notes.add(Throughput.QUICK_NOTE);
        }
        notes.addAll(failures);
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("rounds", rounds);
        settings.put("threads", order.threads());
        settings.put("partitions", Lab.PARTITIONS);
        settings.put("contenderFlags", String.join(" ", ContenderProcess.FLAGS));
        settings.put("brokerFlags", String.join(" ", Lab.BROKER_FLAGS));
        return new BenchReport(
                "restore",
                settings,
                contenders,
                table,
                List.of(),
                notes,
                List.of(new Chart("restore", "Restoring from the changelog", "entries/s, more is better", bars)),
                failures.isEmpty());
    }
}
