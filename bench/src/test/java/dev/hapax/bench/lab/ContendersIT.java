package dev.hapax.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.hapax.bench.contender.Job;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every contender does the job: nobody is measured who drops a message or lets one pass twice. */
class ContendersIT {

    private static final int MESSAGES = 2_000;
    private static final Path HOME = Path.of(System.getProperty("hapax.root"));

    /** Nothing is measured here, so the compiler that takes its time is left out. */
    private static final List<String> QUICK_START = List.of("-XX:TieredStopAtLevel=1");

    @TempDir
    static Path folder;

    private static Lab lab;
    private static long unique;

    @BeforeAll
    static void generate() {
        lab = Lab.open(folder);
        unique = lab.generate("input", new Recipe(MESSAGES, 0.2, new JsonEvents()), done -> {})
                .unique();
    }

    @AfterAll
    static void close() {
        lab.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain-copy", "streams-copy"})
    void shouldCopyEveryMessage(String name) {
        Output output = run(ContenderProgram.ours(name), Map.of());

        assertThat(output.records()).isEqualTo(MESSAGES);
        assertThat(output.keys()).isEqualTo(unique);
    }

    @ParameterizedTest
    @ValueSource(strings = {"window-store", "hapax-guard", "hapax"})
    void shouldLetEveryKeyPassOnce(String name) {
        Output output = run(ContenderProgram.ours(name), Map.of());

        assertThat(output).isEqualTo(new Output(unique, unique));
    }

    @Test
    void shouldLetEveryKeyPassOnceWhileWatchedAndVisited() {
        Output output = run(ContenderProgram.ours("hapax"), "hapax-watched", Map.of("admin", "true", "watchers", "50"));

        assertThat(output).isEqualTo(new Output(unique, unique));
    }

    @Test
    void shouldLetEveryKeyPassOnceByRedis() {
        assumeThat(RedisServer.whyMissing()).isEmpty();

        try (GuardServer server = RedisServer.start(folder.resolve("redis"))) {
            verifyGuard(server);
        }
    }

    @Test
    void shouldLetEveryKeyPassOnceByPostgres() {
        assumeThat(PostgresServer.whyMissing()).isEmpty();

        try (GuardServer server = PostgresServer.start(folder.resolve("postgres"))) {
            verifyGuard(server);
        }
    }

    @Test
    void shouldLetEveryKeyPassOnceByFlink() {
        assumeThat(ContenderProgram.whyFlinkIsMissing(HOME)).isEmpty();

        Output output = run(ContenderProgram.flink(HOME), Map.of());

        assertThat(output).isEqualTo(new Output(unique, unique));
    }

    private static void verifyGuard(GuardServer server) {
        Output output = run(ContenderProgram.ours(server.contender()), Map.of(server.contender(), server.address()));

        assertThat(output).isEqualTo(new Output(unique, unique));
        assertThat(server.entries()).isEqualTo(unique);
        assertThat(server.cpu()).isPositive();
        server.clear();
    }

    private static Output run(ContenderProgram program, Map<String, String> options) {
        return run(program, program.name(), options);
    }

    private static Output run(ContenderProgram program, String name, Map<String, String> options) {
        String output = name + ".decisions";
        if (!program.name().equals("hapax")) { // which creates its own
            lab.createTopic(output);
        }
        Job job = new Job(
                lab.bootstrap(),
                "input",
                output,
                name,
                2,
                Duration.ofHours(1),
                Duration.ofHours(1),
                folder.resolve(name),
                options);
        // Ended before its output is read, so that no open transaction hides the end of it.
        try (ContenderProcess process = ContenderProcess.start(program, job, QUICK_START)) {
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> {
                process.requireAlive();
                return lab.committed(name, "input") == MESSAGES;
            });
        }
        return Output.read(lab.bootstrap(), output);
    }
}
