package dev.hapax.bench;

import dev.hapax.bench.contender.DeliverMails;
import dev.hapax.bench.lab.CampaignRace;
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
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** The campaigns of those who send them, and what follows from them. */
final class CampaignResults {

    private static final double TIMES_POSTGRES = 2;

    private final Runs<String, CampaignRace.Run> runs = new Runs<>();
    private final Runs<String, CampaignRace.Kill> kills = new Runs<>();
    private final List<String> notes = new ArrayList<>();

    void add(String name, CampaignRace.Run run) {
        runs.add(name, run);
    }

    void add(String name, CampaignRace.Kill kill) {
        kills.add(name, kill);
    }

    void note(String text) {
        notes.add(text);
    }

    void fail(String name, RuntimeException why) {
        runs.fail(name, why);
        runs.exclude(name);
        kills.exclude(name);
    }

    boolean isExcluded(String name) {
        return runs.isExcluded(name);
    }

    String latest(String name) {
        CampaignRace.Run run = runs.latest(name);
        CampaignRace.Cpus cpu = run.cpu();
        return Figures.text(run.perSecond()) + " recipients/s, " + Figures.text(run.seconds()) + " s ("
                + Figures.text(run.beginning()) + " s until it began), CPU " + Figures.text(cpu.sum()) + " s (loader "
                + Figures.text(cpu.loader()) + ", sender " + Figures.text(cpu.sender()) + ", ledger "
                + Figures.text(cpu.ledger()) + ", server " + Figures.text(cpu.server()) + "), " + run.twice()
                + " accepted twice";
    }

    String latestKill(String name) {
        CampaignRace.Kill kill = kills.latest(name);
        return "one kill -9 strands " + kill.unknown() + ", of which the mail server accepted " + kill.accepted() + "; "
                + kill.twice() + " accepted twice";
    }

    BenchReport report(Order.Extent extent, Map<String, Object> settings) {
        List<String> all = new ArrayList<>(List.of(
                "× is the median of each round's ratio to that contender of the same round; in brackets stand the lowest and"
                        + " the highest run",
                "from the first read of the recipients' file until the contender has recorded what became of each; a campaign"
                        + " with a fifth of the recipients goes before, in the same processes",
                "loader is the process of the bench, which loads and then looks whether the campaign is done; server is the"
                        + " broker or the database; ledger is the hapax instance",
                "the worker on Postgres loads into a table with a unique address in one transaction, claims 20 with FOR"
                        + " UPDATE SKIP LOCKED, renders with Hapax's own code, and records the results of a batch at once",
                "stranded: recipients that one kill -9 of the sender leaves with nobody knowing whether they got a mail; of"
                        + " these, the mail server had accepted some, who would get two if they were sent again",
                "Postgres writes each commit through to the disk. The broker does not: Kafka's durability is replication,"
                        + " and here is one broker",
                "only hapax checks an approval of these recipients, keeps a history and a signed receipt of each mail, and"
                        + " honours opt-outs up to the claim"));
        if (extent == Order.Extent.QUICK) {
            all.add(Throughput.QUICK_NOTE);
        }
        all.addAll(notes);
        all.addAll(runs.failures());
        return new BenchReport(
                "campaign",
                settings,
                runs.measured().stream().map(this::fields).toList(),
                table(),
                extent == Order.Extent.QUICK ? List.of() : targets(),
                all,
                List.<Chart>of(),
                runs.failures().isEmpty() && twice() == 0);
    }

    private long twice() {
        return runs.measured().stream()
                .flatMap(name -> runs.of(name).stream())
                .mapToLong(CampaignRace.Run::twice)
                .sum();
    }

    private Map<String, Object> fields(String name) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", name);
        fields.put(
                "recipientsPerSecond",
                runs.spread(name, CampaignRace.Run::perSecond).fields());
        fields.put("seconds", runs.spread(name, CampaignRace.Run::seconds).fields());
        fields.put(
                "secondsUntilItBegan",
                runs.spread(name, CampaignRace.Run::beginning).fields());
        fields.put("cpuSeconds", cpu(name, CampaignRace.Cpus::sum).fields());
        fields.put("loaderCpuSeconds", cpu(name, CampaignRace.Cpus::loader).fields());
        fields.put("senderCpuSeconds", cpu(name, CampaignRace.Cpus::sender).fields());
        fields.put("ledgerCpuSeconds", cpu(name, CampaignRace.Cpus::ledger).fields());
        fields.put("serverCpuSeconds", cpu(name, CampaignRace.Cpus::server).fields());
        fields.put(
                "mailServerCpuSeconds",
                runs.spread(name, CampaignRace.Run::sink).fields());
        fields.put(
                "acceptedTwice",
                runs.of(name).stream().mapToLong(CampaignRace.Run::twice).sum());
        if (kills.measured().contains(name)) {
            fields.put(
                    "strandedByAKill",
                    kills.spread(name, CampaignRace.Kill::unknown).fields());
            fields.put(
                    "strandedAndAccepted",
                    kills.spread(name, CampaignRace.Kill::accepted).fields());
            fields.put(
                    "acceptedTwiceWithAKill",
                    kills.of(name).stream().mapToLong(CampaignRace.Kill::twice).sum());
        }
        timesPostgres(name).ifPresent(it -> fields.put("timesPostgres", Figures.rounded(it)));
        return fields;
    }

    private OptionalDouble timesPostgres(String name) {
        return name.equals(DeliverMails.POSTGRES)
                ? OptionalDouble.empty()
                : runs.ratio(name, DeliverMails.POSTGRES, CampaignRace.Run::perSecond);
    }

    private Spread cpu(String name, ToDoubleFunction<CampaignRace.Cpus> part) {
        return runs.spread(name, run -> part.applyAsDouble(run.cpu()));
    }

    private Table table() {
        Table table = new Table(
                "contender",
                "recipients/s",
                "× postgres",
                "until it began s",
                "CPU s",
                "loader",
                "sender",
                "ledger",
                "server",
                "mail server",
                "twice",
                "stranded by a kill",
                "of these accepted");
        for (String name : runs.measured()) {
            boolean killed = kills.measured().contains(name);
            OptionalDouble times = timesPostgres(name);
            table.row(
                    name,
                    runs.spread(name, CampaignRace.Run::perSecond).text(),
                    times.isPresent() ? Figures.text(times.getAsDouble()) : "",
                    runs.spread(name, CampaignRace.Run::beginning).text(),
                    cpu(name, CampaignRace.Cpus::sum).text(),
                    Figures.text(cpu(name, CampaignRace.Cpus::loader).median()),
                    Figures.text(cpu(name, CampaignRace.Cpus::sender).median()),
                    Figures.text(cpu(name, CampaignRace.Cpus::ledger).median()),
                    Figures.text(cpu(name, CampaignRace.Cpus::server).median()),
                    Figures.text(runs.spread(name, CampaignRace.Run::sink).median()),
                    Long.toString(runs.of(name).stream()
                            .mapToLong(CampaignRace.Run::twice)
                            .sum()),
                    killed ? kills.spread(name, CampaignRace.Kill::unknown).text() : "",
                    killed ? kills.spread(name, CampaignRace.Kill::accepted).text() : "");
        }
        return table;
    }

    private List<BenchTarget> targets() {
        List<BenchTarget> targets = new ArrayList<>();
        if (runs.measured().contains(DeliverMails.HAPAX)) {
            timesPostgres(DeliverMails.HAPAX)
                    .ifPresent(it -> targets.add(
                            BenchTarget.atLeast(TIMES_POSTGRES, "hapax: recipients/s, × postgres-skip-locked", it)));
        }
        return targets;
    }
}
