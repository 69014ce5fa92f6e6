package dev.hapax.bench;

import dev.hapax.bench.lab.ContenderException;
import dev.hapax.bench.lab.ContenderProcess;
import dev.hapax.bench.lab.JsonEvents;
import dev.hapax.bench.lab.Lab;
import dev.hapax.bench.lab.MailStock;
import dev.hapax.bench.lab.Race;
import dev.hapax.bench.lab.Recipe;
import dev.hapax.bench.report.BenchReport;
import dev.hapax.bench.report.Figures;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Messages a second and CPU a message of every contender, in rounds, each over the same input. */
final class Throughput implements Measurement {

    static final double DUPLICATES = 0.2;

    static final String QUICK_NOTE =
            "--quick shows that all works: its JVMs are still cold, and its figures say nothing";

    /** Mails are larger, so there are fewer of them. */
    private static final int MESSAGES_PER_MAIL = 5;

    static final double WARM_UP = 0.5;

    /** The assumed rate of contenders whose time to live is wall clock time. */
    private static final long WALL_CLOCK_RATE = 100_000;

    @Override
    public List<String> contenders() {
        return Lineup.NAMES;
    }

    @Override
    public String duration(Order.Extent extent) {
        return extent.pick("about a minute and a half", "about half an hour", "an hour and a half");
    }

    @Override
    public BenchReport measure(Bench bench) throws InterruptedException {
        Order order = bench.order();
        int rounds = order.rounds(order.extent().pick(1, 3, 5));
        long messages = order.messages(order.extent().pick(20_000L, 3_000_000L, 6_000_000L));
        Lineup lineup = Lineup.of(bench);
        Map<Lineup.Feed, Race> races = races(bench, lineup, messages);
        ThroughputResults results = new ThroughputResults(lineup, races);
        for (int round = 1; round <= rounds; round++) {
            for (Lineup.Starter starter : lineup.starters()) {
                if (!results.runs().isExcluded(starter.entry().name())) {
                    run(bench, starter, results.race(starter), results, round, rounds);
                }
            }
        }
        return results.report(order.extent(), settings(order, messages, rounds, races));
    }

    private static Map<Lineup.Feed, Race> races(Bench bench, Lineup lineup, long messages) {
        Map<Lineup.Feed, Race> races = new LinkedHashMap<>();
        if (lineup.has(Lineup.Feed.EVENTS)) {
            races.put(
                    Lineup.Feed.EVENTS,
                    race(bench, "events", new Recipe(messages, DUPLICATES, new JsonEvents()), WARM_UP));
        }
        if (lineup.has(Lineup.Feed.MAILS)) {
            MailStock mails = bench.order().mail() == null
                    ? MailStock.generated()
                    : MailStock.read(bench.order().mail());
            Recipe recipe = new Recipe(Math.max(1, messages / MESSAGES_PER_MAIL), DUPLICATES, mails);
            races.put(Lineup.Feed.MAILS, race(bench, "mails", recipe, WARM_UP));
        }
        return races;
    }

    /** @param warmUp the share of the input that is not counted */
    static Race race(Bench bench, String topic, Recipe recipe, double warmUp) {
        Lab.Input input =
                bench.lab().generate(topic, recipe, bench.progress().of("writing " + topic, recipe.messages()));
        bench.progress().say("wrote " + Figures.text(recipe.messages()) + " " + topic);
        // Short enough that for most of the run as much is evicted as is admitted.
        long live = recipe.messages() / 4;
        Duration wallTtl = Duration.ofMillis(Math.max(2_000, live * 1_000 / WALL_CLOCK_RATE));
        return new Race(bench.lab(), input, (long) (recipe.messages() * warmUp), recipe.during(live), wallTtl);
    }

    private static void run(
            Bench bench, Lineup.Starter starter, Race race, ThroughputResults results, int round, int rounds)
            throws InterruptedException {
        String name = starter.entry().name();
        String work = "round " + round + " of " + rounds + ", " + name;
        String group = name + "-" + round;
        try {
            results.runs()
                    .add(
                            name,
                            race.run(
                                    starter.entry(),
                                    group,
                                    bench.jvmFlags(group),
                                    bench.progress().of(work, race.input().messages())));
            bench.progress().say(work + ": " + results.latest(name));
        } catch (ContenderException e) {
            bench.sayFailed(work, e);
            results.runs().fail(name, e);
            results.runs().exclude(name);
        }
    }

    private static Map<String, Object> settings(Order order, long messages, int rounds, Map<Lineup.Feed, Race> races) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("messages", messages);
        settings.put("duplicates", DUPLICATES);
        settings.put("warmUp", WARM_UP);
        settings.put("rounds", rounds);
        settings.put("threads", order.threads());
        settings.put("partitions", Lab.PARTITIONS);
        races.forEach((feed, race) -> settings.put(feed.ttlName(), race.ttl().toString()));
        settings.put("contenderFlags", String.join(" ", ContenderProcess.FLAGS));
        settings.put("brokerFlags", String.join(" ", Lab.BROKER_FLAGS));
        return settings;
    }
}
