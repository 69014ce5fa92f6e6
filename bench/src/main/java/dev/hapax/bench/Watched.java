package dev.hapax.bench;

import dev.hapax.bench.lab.Audience;
import dev.hapax.bench.lab.ContenderException;
import dev.hapax.bench.lab.ContenderProcess;
import dev.hapax.bench.lab.ContenderProgram;
import dev.hapax.bench.lab.Entry;
import dev.hapax.bench.lab.JsonEvents;
import dev.hapax.bench.lab.Lab;
import dev.hapax.bench.lab.Race;
import dev.hapax.bench.lab.Recipe;
import dev.hapax.bench.lab.Turns;
import dev.hapax.bench.report.BenchReport;
import dev.hapax.bench.report.Figures;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What clients of an instance cost the stream: an audience connects and leaves while the instance works. */
final class Watched implements Measurement {

    private static final double WARM_UP = 0.4;

    @Override
    public List<String> contenders() {
        return Arrays.stream(Audience.Kind.values()).map(Audience.Kind::code).toList();
    }

    @Override
    public String duration(Order.Extent extent) {
        return extent.pick("about a minute", "about ten minutes", "about half an hour");
    }

    @Override
    public BenchReport measure(Bench bench) throws InterruptedException {
        Order order = bench.order();
        int rounds = order.rounds(order.extent().pick(1, 2, 8));
        long messages = order.messages(order.extent().pick(500_000L, 24_000_000L, 24_000_000L));
        Turns turns = new Turns(
                kinds(order),
                order.extent().pick(10, 200, 200),
                messages / 48,
                order.extent().pick(Duration.ofMillis(200), Duration.ofMillis(1_500), Duration.ofMillis(1_500)));
        Race race = Throughput.race(
                bench, "events", new Recipe(messages, Throughput.DUPLICATES, new JsonEvents()), WARM_UP);
        WatchedResults results = new WatchedResults();
        for (int round = 1; round <= rounds; round++) {
            run(bench, race, turns, results, round, rounds);
        }
        return results.report(order.extent(), settings(order, turns, messages, rounds, race));
    }

    private static List<Audience.Kind> kinds(Order order) {
        return order.only().isEmpty()
                ? List.of(Audience.Kind.EVERYONE)
                : Arrays.stream(Audience.Kind.values())
                        .filter(kind -> order.wants(kind.code()))
                        .toList();
    }

    private static void run(Bench bench, Race race, Turns turns, WatchedResults results, int round, int rounds)
            throws InterruptedException {
        String work = "round " + round + " of " + rounds;
        String group = "watched-" + round;
        Entry entry = new Entry(
                Lineup.HAPAX,
                ContenderProgram.ours(Lineup.HAPAX),
                false,
                bench.order().threads(),
                Map.of("admin", "true"),
                null);
        try {
            List<Turns.Turn> taken = race.run(
                    entry,
                    group,
                    bench.jvmFlags(group),
                    bench.progress().of(work, race.input().messages()),
                    turns);
            results.add(taken);
            taken.forEach(turn -> bench.progress()
                    .say(work + ", " + turn.audience().code() + ": × " + Figures.text(turn.throughput())
                            + " messages/s, × " + Figures.text(turn.cpu()) + " CPU a message"));
        } catch (ContenderException e) {
            bench.sayFailed(work, e);
            results.fail(work, e);
        }
    }

    private static Map<String, Object> settings(Order order, Turns turns, long messages, int rounds, Race race) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("clients", turns.clients());
        settings.put("messages", messages);
        settings.put("messagesOfStretch", turns.stretch());
        settings.put("settle", turns.settle().toString());
        settings.put("duplicates", Throughput.DUPLICATES);
        settings.put("warmUp", WARM_UP);
        settings.put("rounds", rounds);
        settings.put("threads", order.threads());
        settings.put("partitions", Lab.PARTITIONS);
        settings.put("ttl", race.ttl().toString());
        settings.put("contenderFlags", String.join(" ", ContenderProcess.FLAGS));
        settings.put("brokerFlags", String.join(" ", Lab.BROKER_FLAGS));
        return settings;
    }
}
