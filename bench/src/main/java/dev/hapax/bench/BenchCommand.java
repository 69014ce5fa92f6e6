package dev.hapax.bench;

import dev.hapax.bench.lab.Lab;
import dev.hapax.bench.lab.Race;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A first sketch. */
public final class BenchCommand {
    public static void main(String[] arguments) throws Exception {
        long messages = Long.parseLong(arguments[0]);
        int rounds = Integer.parseInt(arguments[1]);
        List<String> names = List.of(arguments[2].split(","));
        List<String> flags = arguments.length > 3 ? List.of(arguments).subList(3, arguments.length) : List.of();
        Path folder = Files.createTempDirectory("hapax-bench");
        Map<String, List<Race.Run>> runs = new LinkedHashMap<>();
        try (Lab lab = Lab.open(folder)) {
            long t = System.nanoTime();
            lab.generate("input", messages, 0.2, done -> {});
            System.err.println("generated in " + (System.nanoTime() - t) / 1000000);
            Race race = new Race(
                    lab,
                    "input",
                    messages,
                    messages * 4 / 10,
                    Duration.ofSeconds(messages / 1000 / 10),
                    Duration.ofSeconds(2));
            for (int r = 0; r < rounds; r++) {
                for (String name : names) {
                    Race.Run run = race.run(
                            name,
                            2,
                            Map.of(),
                            flags.stream().map(f -> f.replace("@", name)).toList(),
                            name + "-" + r);
                    runs.computeIfAbsent(name, n -> new ArrayList<>()).add(run);
                    System.err.println(name + " " + run);
                }
            }
        }
    }
}
