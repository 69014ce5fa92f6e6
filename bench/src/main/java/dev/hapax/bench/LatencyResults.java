package dev.hapax.bench;

import dev.hapax.bench.lab.SteadyLoad;
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

/** The report about the latencies of all contenders. */
final class LatencyResults {

    private final Runs<String, SteadyLoad.Latencies> runs;

    LatencyResults(Runs<String, SteadyLoad.Latencies> runs) {
        this.runs = runs;
    }

    BenchReport report(Order.Extent extent, Map<String, Object> settings) {
        List<String> notes = new ArrayList<>();
        notes.add(
                "from the broker's acknowledgement of a message until a read_committed consumer has its decision; milliseconds;"
                        + " sender, reader, broker and contender share this machine");
        if (runs.measured().stream().anyMatch(name -> busy(name).max() > 0.9)) {
            notes.add("where the machine is more than 0.9 busy, messages wait for a core, whoever would work on them");
        }
        if (extent == Order.Extent.QUICK) {
            notes.add(Throughput.QUICK_NOTE);
        }
        notes.addAll(runs.failures());
        return new BenchReport(
                "latency",
                settings,
                runs.measured().stream().map(this::fields).toList(),
                table(),
                extent == Order.Extent.QUICK ? List.of() : targets(),
                notes,
                List.of(chart()),
                runs.failures().isEmpty());
    }

    private Map<String, Object> fields(String name) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", name);
        fields.put("messagesPerSecond", rate(name).fields());
        fields.put("machineBusy", busy(name).fields());
        fields.put("p50Millis", spread(name, SteadyLoad.Latencies::p50).fields());
        fields.put("p99Millis", spread(name, SteadyLoad.Latencies::p99).fields());
        fields.put("p999Millis", spread(name, SteadyLoad.Latencies::p999).fields());
        fields.put("maxMillis", spread(name, SteadyLoad.Latencies::max).fields());
        fields.put(
                "timed",
                runs.of(name).stream().map(SteadyLoad.Latencies::messages).toList());
        fields.put("missing", missing(name));
        return fields;
    }

    private Table table() {
        Table table = new Table(
                "contender", "messages/s", "machine busy", "p50 ms", "p99 ms", "p99.9 ms", "max ms", "outputs");
        for (String name : runs.measured()) {
            table.row(
                    name,
                    rate(name).text(),
                    busy(name).text(),
                    spread(name, SteadyLoad.Latencies::p50).text(),
                    spread(name, SteadyLoad.Latencies::p99).text(),
                    spread(name, SteadyLoad.Latencies::p999).text(),
                    spread(name, SteadyLoad.Latencies::max).text(),
                    missing(name) == 0 ? "ok" : Figures.text(missing(name)) + " missing");
        }
        return table;
    }

    private List<BenchTarget> targets() {
        return runs.measured().contains(Lineup.HAPAX)
                ? List.of(BenchTarget.atMost(
                        250,
                        "5: p99 of the whole job at half load, ms",
                        spread(Lineup.HAPAX, SteadyLoad.Latencies::p99).median()))
                : List.of();
    }

    private Chart chart() {
        List<Chart.Bar> bars = new ArrayList<>();
        for (String name : runs.measured()) {
            boolean ours = name.startsWith(Lineup.HAPAX);
            bars.add(new Chart.Bar(name + " p50", spread(name, SteadyLoad.Latencies::p50), ours));
            bars.add(new Chart.Bar("p99", spread(name, SteadyLoad.Latencies::p99), ours));
        }
        return new Chart("latency", "From message to decision, at half load", "ms, less is better", bars);
    }

    private long missing(String name) {
        return runs.of(name).stream().mapToLong(SteadyLoad.Latencies::missing).sum();
    }

    private Spread rate(String name) {
        return spread(name, run -> run.load().rate());
    }

    private Spread busy(String name) {
        return spread(name, run -> run.load().busy());
    }

    private Spread spread(String name, ToDoubleFunction<SteadyLoad.Latencies> figure) {
        return runs.spread(name, figure);
    }
}
