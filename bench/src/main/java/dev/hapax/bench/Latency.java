package dev.hapax.bench;

import dev.hapax.bench.lab.ContenderException;
import dev.hapax.bench.lab.ContenderProcess;
import dev.hapax.bench.lab.ContenderProgram;
import dev.hapax.bench.lab.Entry;
import dev.hapax.bench.lab.JsonEvents;
import dev.hapax.bench.lab.Lab;
import dev.hapax.bench.lab.Race;
import dev.hapax.bench.lab.Recipe;
import dev.hapax.bench.lab.SteadyLoad;
import dev.hapax.bench.report.BenchReport;
import dev.hapax.bench.report.Figures;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** From the commit of a message to the commit of its decision, at half load. */
final class Latency implements Measurement {

    static final String LOW_LATENCY = "hapax-low-latency";

    /** docs/performance.md has it as a profile for users. */
    static final Map<String, String> LOW_LATENCY_PROFILE = Map.of("commit-interval", "20ms", "streams.poll.ms", "10");

    private static final List<String> NAMES = List.of(Lineup.COPY, Lineup.HAPAX, Lineup.KEYED, LOW_LATENCY);

    @Override
    public List<String> contenders() {
        return NAMES;
    }

    @Override
    public String duration(Order.Extent extent) {
        return extent.pick("about a minute and a half", "about ten minutes", "half an hour");
    }

    @Override
    public BenchReport measure(Bench bench) throws InterruptedException {
        Order order = bench.order();
        Order.Extent extent = order.extent();
        int rounds = order.rounds(extent.pick(1, 2, 3));
        SteadyLoad load = new SteadyLoad(
                bench.lab(),
                Duration.ofSeconds(extent.pick(5, 60, 60)),
                Duration.ofSeconds(extent.pick(5, 40, 120)),
                order.profile() ? bench.folder() : null);
        List<Entry> entries = NAMES.stream()
                .filter(order::wants)
                .map(name -> entry(name, order.threads()))
                .toList();
        Runs<String, SteadyLoad.Latencies> results = new Runs<>();
        Race race = order.rate() == null ? race(bench) : null;
        for (int round = 1; round <= rounds; round++) {
            for (Entry entry : entries) {
                if (!results.isExcluded(entry.name())) {
                    run(bench, entry, race, load, results, round, rounds);
                }
            }
        }
        return new LatencyResults(results).report(extent, settings(bench.order(), rounds, race));
    }

    private static Entry entry(String name, int threads) {
        return new Entry(
                name,
                ContenderProgram.ours(name.equals(Lineup.COPY) ? name : Lineup.HAPAX),
                name.equals(Lineup.COPY),
                threads,
                options(name),
                null);
    }

    private static Map<String, String> options(String name) {
        return switch (name) {
            case LOW_LATENCY -> LOW_LATENCY_PROFILE;
            case Lineup.KEYED -> Lineup.KEYED_OPTIONS;
            default -> Map.of();
        };
    }

    private static Race race(Bench bench) {
        Order order = bench.order();
        long messages = order.messages(order.extent().pick(20_000L, 500_000L, 1_000_000L));
        return Throughput.race(
                bench, "events", new Recipe(messages, Throughput.DUPLICATES, new JsonEvents()), Throughput.WARM_UP);
    }

    private static void run(
            Bench bench,
            Entry entry,
            @Nullable Race race,
            SteadyLoad load,
            Runs<String, SteadyLoad.Latencies> results,
            int round,
            int rounds)
            throws InterruptedException {
        String work = "round " + round + " of " + rounds + ", " + entry.name();
        String group = entry.name() + "-" + round;
        try {
            int rate = rate(bench, entry, race, work);
            SteadyLoad.Latencies found = load.run(
                    entry,
                    group + "-steady",
                    rate,
                    race != null,
                    bench.jvmFlags(group),
                    bench.progress().of(work, load.messages(rate)));
            results.add(entry.name(), found);
            bench.progress()
                    .say(work + " at " + Figures.text((long) found.load().rate()) + "/s: p50 "
                            + Figures.text(found.p50()) + " ms, p99 " + Figures.text(found.p99()) + " ms");
        } catch (ContenderException e) {
            bench.sayFailed(work, e);
            results.fail(entry.name(), e);
            results.exclude(entry.name());
        }
    }

    private static int rate(Bench bench, Entry entry, @Nullable Race race, String work) throws InterruptedException {
        if (race == null) {
            return Objects.requireNonNull(bench.order().rate(), "without a rate there is a race");
        }
        double most = race.run(
                        entry,
                        entry.name() + "-full-speed",
                        List.of(),
                        bench.progress()
                                .of(work + " at full speed", race.input().messages()))
                .messagesPerSecond();
        // To begin with: sender and reader need as much of the machine again.
        return (int) Math.max(1, most / 4);
    }

    private static Map<String, Object> settings(Order order, int rounds, @Nullable Race race) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("rounds", rounds);
        settings.put("threads", order.threads());
        settings.put("partitions", Lab.PARTITIONS);
        settings.put(
                "load",
                race == null
                        ? "as given"
                        : "keeps half of the machine busy, contender, broker, sender and reader together");
        settings.put("lowLatencyProfile", new TreeMap<>(LOW_LATENCY_PROFILE).toString());
        settings.put("contenderFlags", String.join(" ", ContenderProcess.FLAGS));
        settings.put("brokerFlags", String.join(" ", Lab.BROKER_FLAGS));
        return settings;
    }
}
