package dev.hapax.bench;

import dev.hapax.bench.lab.ContenderProgram;
import dev.hapax.bench.lab.GuardServer;
import dev.hapax.bench.lab.Lab;
import dev.hapax.bench.lab.PostgresServer;
import dev.hapax.bench.lab.Race;
import dev.hapax.bench.lab.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A first sketch. */
public final class BenchCommand {
    public static void main(String[] arguments) throws Exception {
        long messages = Long.parseLong(arguments[0]);
        int rounds = Integer.parseInt(arguments[1]);
        List<String> names = List.of(arguments[2].split(","));
        List<String> flags = arguments.length > 3 ? List.of(arguments).subList(3, arguments.length) : List.of();
        int wallTtl = Integer.getInteger("wallTtl", 2);
        int threads = Integer.getInteger("threads", 2);
        Path home = Path.of("").toAbsolutePath();
        Path folder = Files.createTempDirectory("hapax-bench");
        Map<String, GuardServer> servers = new HashMap<>();
        try (Lab lab = Lab.open(folder)) {
            long t = System.nanoTime();
            long unique = lab.generate("input", messages, 0.2, done -> {});
            System.err.println("generated in " + (System.nanoTime() - t) / 1000000 + ", unique " + unique);
            Race race = new Race(
                    lab,
                    "input",
                    messages,
                    messages * 4 / 10,
                    Duration.ofSeconds(messages / 1000 / 10),
                    Duration.ofSeconds(wallTtl));
            for (int r = 0; r < rounds; r++) {
                for (String entry : names) {
                    // name:option=value:option=value
                    String[] parts = entry.split(":");
                    String name = parts[0];
                    Map<String, String> options = new HashMap<>();
                    for (int i = 1; i < parts.length; i++) {
                        options.put(parts[i].split("=")[0], parts[i].split("=")[1]);
                    }
                    Optional<GuardServer> server = Optional.empty();
                    if (name.equals("redis")) {
                        server = Optional.of(servers.computeIfAbsent(name, n -> RedisServer.start(folder.resolve(n))));
                    } else if (name.equals("postgres")) {
                        server = Optional.of(
                                servers.computeIfAbsent(name, n -> PostgresServer.start(folder.resolve(n))));
                    }
                    server.ifPresent(s -> options.put(s.contender(), s.address()));
                    server.ifPresent(GuardServer::clear);
                    ContenderProgram program =
                            name.equals("flink") ? ContenderProgram.flink(home) : ContenderProgram.ours(name);
                    Race.Run run = race.run(
                            program,
                            server,
                            threads,
                            options,
                            flags.stream().map(f -> f.replace("@", name)).toList(),
                            name + "-" + r + "-" + Integer.toHexString(entry.hashCode()));
                    System.err.println(entry + " " + run
                            + server.map(s -> " entries left " + s.entries()).orElse(""));
                }
            }
        } finally {
            servers.values().forEach(GuardServer::close);
        }
    }
}
