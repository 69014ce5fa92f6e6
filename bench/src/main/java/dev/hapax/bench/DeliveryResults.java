package dev.hapax.bench;

import dev.hapax.bench.contender.DeliverMails;
import dev.hapax.bench.lab.DeliveryRace;
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

/** The runs of those who deliver mails, and what follows from them. */
final class DeliveryResults {

    private static final double TIMES_POSTGRES = 2;
    private static final double TIMES_SMTP_ONLY = 0.7;
    private static final double LATENCY_MILLIS = 500;

    private final Map<String, List<DeliveryRace.Run>> runs = new LinkedHashMap<>();
    private final Map<String, String> failures = new LinkedHashMap<>();
    private final List<String> missing = new ArrayList<>();
    private final List<Double> latencies = new ArrayList<>();

    void add(String name, DeliveryRace.Run run) {
        runs.computeIfAbsent(name, ignored -> new ArrayList<>()).add(run);
    }

    void addLatencies(List<Double> millis) {
        latencies.addAll(millis);
    }

    void note(String text) {
        missing.add(text);
    }

    /** Its runs so far can't be compared with those of the same rounds any more. */
    void fail(String name, RuntimeException why) {
        failures.put(name, name + " failed: " + why.getMessage());
        runs.remove(name);
    }

    boolean failed(String name) {
        return failures.containsKey(name);
    }

    String latest(String name) {
        List<DeliveryRace.Run> all = runs.getOrDefault(name, List.of());
        DeliveryRace.Run run = all.get(all.size() - 1);
        return Figures.text(run.perSecond()) + "/s, " + Figures.text(run.cpu()) + " µs CPU a delivery (sender "
                + Figures.text(run.sender()) + ", ledger " + Figures.text(run.ledger()) + ", server "
                + Figures.text(run.server()) + "), " + run.twice() + " accepted twice";
    }

    String latestLatency() {
        return "idle, from staging to acceptance: median " + Figures.text(percentile(0.5)) + " ms, 95 % within "
                + Figures.text(percentile(0.95)) + " ms";
    }

    private double percentile(double share) {
        List<Double> sorted = latencies.stream().sorted().toList();
        return sorted.get((int) Math.min(sorted.size() - 1L, Math.round(sorted.size() * share)));
    }

    BenchReport report(Order.Extent extent, Map<String, Object> settings) {
        List<String> notes = new ArrayList<>(
                List.of(
                        "× is the median of each round's ratio to that contender of the same round; in brackets stand the"
                                + " lowest and the highest run",
                        "everything is staged and approved before the first mail is sent: hapax through its topic and a policy,"
                                + " postgres-skip-locked in its table",
                        "server is the broker or the database; ledger is the hapax instance; all of them share this machine"
                                + " with the mail server",
                        "Postgres writes each commit through to the disk. The broker does not: Kafka's durability is"
                                + " replication, and here is one broker",
                        "only hapax keeps a history and a signed receipt of each delivery, and honours opt-outs up to the claim"));
        if (extent == Order.Extent.QUICK) {
            notes.add(Throughput.QUICK_NOTE);
        }
        notes.addAll(missing);
        notes.addAll(failures.values());
        long twice = runs.values().stream()
                .flatMap(List::stream)
                .mapToLong(DeliveryRace.Run::twice)
                .sum();
        return new BenchReport(
                "delivery",
                settings,
                runs.keySet().stream().map(this::fields).toList(),
                table(),
                extent == Order.Extent.QUICK ? List.of() : targets(),
                notes,
                List.<Chart>of(),
                failures.isEmpty() && twice == 0);
    }

    private Map<String, Object> fields(String name) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", name);
        fields.put(
                "deliveriesPerSecond", spread(name, DeliveryRace.Run::perSecond).fields());
        fields.put("cpuMicrosPerDelivery", spread(name, DeliveryRace.Run::cpu).fields());
        fields.put(
                "senderCpuMicrosPerDelivery",
                spread(name, DeliveryRace.Run::sender).fields());
        fields.put(
                "ledgerCpuMicrosPerDelivery",
                spread(name, DeliveryRace.Run::ledger).fields());
        fields.put(
                "serverCpuMicrosPerDelivery",
                spread(name, DeliveryRace.Run::server).fields());
        fields.put(
                "mailServerCpuMicrosPerDelivery",
                spread(name, DeliveryRace.Run::sink).fields());
        fields.put(
                "acceptedTwice",
                runs(name).stream().mapToLong(DeliveryRace.Run::twice).sum());
        ratio(name, DeliverMails.POSTGRES).ifPresent(it -> fields.put("timesPostgres", Figures.rounded(it)));
        ratio(name, DeliverMails.SMTP_ONLY).ifPresent(it -> fields.put("timesSmtpOnly", Figures.rounded(it)));
        if (name.equals(DeliverMails.HAPAX) && !latencies.isEmpty()) {
            Map<String, Object> idle = new LinkedHashMap<>();
            idle.put("median", Figures.rounded(percentile(0.5)));
            idle.put("p95", Figures.rounded(percentile(0.95)));
            idle.put("max", Figures.rounded(percentile(1)));
            fields.put("idleLatencyMillis", idle);
        }
        return fields;
    }

    private Table table() {
        Table table = new Table(
                "contender",
                "deliveries/s",
                "× postgres",
                "× smtp-only",
                "CPU µs/delivery",
                "sender µs",
                "ledger µs",
                "server µs",
                "mail server µs",
                "twice",
                "idle ms median",
                "95 %");
        for (String name : runs.keySet()) {
            boolean timed = name.equals(DeliverMails.HAPAX) && !latencies.isEmpty();
            table.row(
                    name,
                    spread(name, DeliveryRace.Run::perSecond).text(),
                    text(ratio(name, DeliverMails.POSTGRES)),
                    text(ratio(name, DeliverMails.SMTP_ONLY)),
                    spread(name, DeliveryRace.Run::cpu).text(),
                    median(name, DeliveryRace.Run::sender),
                    median(name, DeliveryRace.Run::ledger),
                    median(name, DeliveryRace.Run::server),
                    median(name, DeliveryRace.Run::sink),
                    Long.toString(runs(name).stream()
                            .mapToLong(DeliveryRace.Run::twice)
                            .sum()),
                    timed ? Figures.text(percentile(0.5)) : "",
                    timed ? Figures.text(percentile(0.95)) : "");
        }
        return table;
    }

    private List<BenchTarget> targets() {
        List<BenchTarget> targets = new ArrayList<>();
        ratio(DeliverMails.HAPAX, DeliverMails.POSTGRES)
                .ifPresent(it -> targets.add(
                        BenchTarget.atLeast(TIMES_POSTGRES, "hapax: deliveries/s, × postgres-skip-locked", it)));
        ratio(DeliverMails.HAPAX, DeliverMails.SMTP_ONLY)
                .ifPresent(it ->
                        targets.add(BenchTarget.atLeast(TIMES_SMTP_ONLY, "hapax: deliveries/s, × smtp-only", it)));
        if (!latencies.isEmpty()) {
            targets.add(BenchTarget.atMost(
                    LATENCY_MILLIS, "hapax: idle, staging to acceptance, median ms", percentile(0.5)));
        }
        return targets;
    }

    private List<DeliveryRace.Run> runs(String name) {
        return runs.getOrDefault(name, List.of());
    }

    private Spread spread(String name, ToDoubleFunction<DeliveryRace.Run> figure) {
        return Spread.of(runs(name).stream().map(figure::applyAsDouble).toList());
    }

    private String median(String name, ToDoubleFunction<DeliveryRace.Run> figure) {
        double median = spread(name, figure).median();
        return median == 0 ? "" : Figures.text(median);
    }

    /** By round, so that what slowed the machine down for a while slowed down both. */
    private OptionalDouble ratio(String name, String base) {
        if (name.equals(base)
                || runs(name).isEmpty()
                || runs(name).size() != runs(base).size()) {
            return OptionalDouble.empty();
        }
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < runs(name).size(); round++) {
            ratios.add(runs(name).get(round).perSecond() / runs(base).get(round).perSecond());
        }
        return OptionalDouble.of(Spread.of(ratios).median());
    }

    private static String text(OptionalDouble ratio) {
        return ratio.isPresent() ? Figures.text(ratio.getAsDouble()) : "";
    }
}
