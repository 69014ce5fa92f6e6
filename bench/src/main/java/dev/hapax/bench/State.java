package dev.hapax.bench;

import dev.hapax.bench.lab.ContenderException;
import dev.hapax.bench.lab.ContenderProcess;
import dev.hapax.bench.lab.ContenderProgram;
import dev.hapax.bench.lab.Entry;
import dev.hapax.bench.lab.JsonEvents;
import dev.hapax.bench.lab.Lab;
import dev.hapax.bench.lab.Race;
import dev.hapax.bench.lab.Recipe;
import dev.hapax.bench.probe.Probe;
import dev.hapax.bench.probe.Timings;
import dev.hapax.bench.report.BenchReport;
import dev.hapax.bench.report.Figures;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Disk, memory and time that the guard needs with few and with many live entries, with eviction and without. */
final class State implements Measurement {

    /** What RocksDB may use, however many entries there are. */
    private static final String ROCKSDB_MEMORY = "64MiB";

    /** The guard is filled once, and then renewed one and a half times while it is measured. */
    private static final double FILLS = 2.5;

    @Override
    public List<String> contenders() {
        return List.of(Lineup.GUARD);
    }

    @Override
    public String duration(Order.Extent extent) {
        return extent.pick("about two minutes", "about ten minutes", "an hour or more");
    }

    @Override
    public BenchReport measure(Bench bench) throws InterruptedException {
        Order order = bench.order();
        Order.Extent extent = order.extent();
        int rounds = order.rounds(extent.pick(1, 1, 3));
        List<Long> sizes = order.messages() != null
                ? List.of(order.messages())
                : extent.pick(
                        List.of(50_000L, 200_000L), List.of(1_000_000L, 3_000_000L), List.of(1_000_000L, 10_000_000L));
        StateResults results = new StateResults();
        for (long entries : sizes) {
            long messages = (long) (entries * FILLS / (1 - Throughput.DUPLICATES));
            Recipe recipe = new Recipe(messages, Throughput.DUPLICATES, new JsonEvents());
            String topic = "events-" + entries;
            Lab.Input input =
                    bench.lab().generate(topic, recipe, bench.progress().of("writing " + topic, messages));
            bench.progress().say("wrote " + Figures.text(messages) + " messages");
            for (int round = 1; round <= rounds; round++) {
                run(bench, input, new StateResults.Case(entries, true), results, round);
                run(bench, input, new StateResults.Case(entries, false), results, round);
            }
            bench.lab().deleteTopics(topic);
        }
        return results.report(extent, settings(order, rounds));
    }

    private static void run(Bench bench, Lab.Input input, StateResults.Case which, StateResults results, int round)
            throws InterruptedException {
        long fill = (long) (input.messages() / FILLS);
        Recipe recipe = input.recipe();
        Duration ttl = which.eviction() ? recipe.during(fill) : recipe.during(input.messages() * 2);
        Race race = new Race(bench.lab(), input, fill, ttl, ttl);
        String group = Lineup.GUARD + "-" + which.entries() + (which.eviction() ? "-evicting-" : "-growing-") + round;
        Path timings = bench.folder().resolve(group + ".timings");
        Entry entry = new Entry(
                Lineup.GUARD,
                ContenderProgram.ours(Lineup.GUARD),
                false,
                bench.order().threads(),
                Map.of("rocksdb-memory", ROCKSDB_MEMORY, "streams." + Probe.SETTING, Probe.class.getName()),
                null);
        List<String> flags = bench.jvmFlags(group);
        flags.addAll(Probe.jvmFlags(timings, fill / Lab.PARTITIONS));
        long[] bytes = new long[2];
        try {
            Race.Run run = race.run(
                    entry, group, flags, bench.progress().of(which.name(), input.messages()), (folder, app) -> {
                        bytes[0] = ContenderProcess.diskBytes(folder);
                        bytes[1] = bench.lab().changelogBytes(app);
                    });
            // With eviction, those of the last TTL are alive; without, all are.
            double onDisk = which.eviction() ? which.entries() : input.unique();
            results.runs()
                    .add(
                            which,
                            new StateResults.Found(
                                    run, Timings.read(timings), bytes[0] / onDisk, bytes[1] / (double) input.unique()));
            bench.progress().say(which.name() + ": " + results.latest(which));
        } catch (ContenderException e) {
            bench.sayFailed(which.name(), e);
            results.runs().fail(which.name(), e);
        }
    }

    private static Map<String, Object> settings(Order order, int rounds) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("rounds", rounds);
        settings.put("threads", order.threads());
        settings.put("partitions", Lab.PARTITIONS);
        settings.put("duplicates", Throughput.DUPLICATES);
        settings.put("rocksdbMemory", ROCKSDB_MEMORY);
        settings.put("contenderFlags", String.join(" ", ContenderProcess.FLAGS));
        settings.put("brokerFlags", String.join(" ", Lab.BROKER_FLAGS));
        return settings;
    }
}
