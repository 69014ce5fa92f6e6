package dev.hapax.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.hapax.bench.contender.Job;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every contender does the job: nobody is measured who drops a message or lets one pass twice. */
@Execution(ExecutionMode.CONCURRENT) // they wait for commits most of the time
class ContendersIT {

    private static final int MESSAGES = 2_000;
    private static final Path HOME = Path.of(System.getProperty("hapax.root"));

    /** Nothing is measured here, so the compiler that takes its time is left out. */
    private static final List<String> QUICK_START = List.of("-XX:TieredStopAtLevel=1");

    @TempDir
    static Path folder;

    private static Lab lab;
    private static long unique;
    private static Audience left;

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
    void shouldLetEveryKeyPassOnceWithoutRepartition() {
        Output output = run(
                ContenderProgram.ours("hapax"),
                "hapax-keyed",
                Map.of("keyed-by-identity", "true"),
                job -> assertThat(lab.hasTopic("hapax-keyed-by-identity-repartition"))
                        .isFalse());

        assertThat(output).isEqualTo(new Output(unique, unique));
    }

    @Test
    void shouldRepartitionByDefault() {
        run(
                ContenderProgram.ours("hapax"),
                "hapax-default",
                Map.of(),
                job -> assertThat(lab.hasTopic("hapax-default-by-identity-repartition"))
                        .isTrue());
    }

    @Test
    void shouldLetEveryKeyPassOnceWithAnAudience() {
        Output output = run(ContenderProgram.ours("hapax"), "hapax-watched", Map.of("admin", "true"), job -> {
            URI instance = Turns.address(job.folder());
            try (Audience audience = Audience.enter(Audience.Kind.EVERYONE, instance, 50)) {
                Awaitility.await().until(() -> audience.bytes() > 50 * 1_000);
                audience.requirePresent();
            }
        });

        assertThat(output).isEqualTo(new Output(unique, unique));
    }

    @Test
    void shouldNoticeThatAnAudienceIsSentAway() {
        run(ContenderProgram.ours("hapax"), "hapax-left", Map.of("admin", "true"), job -> {
            Audience audience = Audience.enter(Audience.Kind.CLIENTS, Turns.address(job.folder()), 2);
            left = audience;
            audience.requirePresent();
        });

        Awaitility.await()
                .untilAsserted(() -> assertThatThrownBy(left::requirePresent)
                        .isInstanceOf(ContenderException.class)
                        .hasMessage("a client was let go"));
        left.close();
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

        Output output = run(ContenderProgram.flink(HOME, "flink"), Map.of());

        assertThat(output).isEqualTo(new Output(unique, unique));
    }

    @Test
    void shouldDecideAsHapaxDoesAroundAGuardInRedis() {
        assumeThat(RedisServer.whyMissing()).isEmpty();

        try (GuardServer server = RedisServer.start(folder.resolve("redis-equal-work"))) {
            run(ContenderProgram.ours("redis-equal-work"), Map.of(server.contender(), server.address()));

            assertThat(server.entries()).isEqualTo(unique);
        }
        assertThat(Output.records(lab.bootstrap(), "redis-equal-work.decisions"))
                .isEqualTo(decisionsOfHapax());
    }

    @Test
    void shouldDecideAsHapaxDoesAroundFlinksKeyedState() {
        assumeThat(ContenderProgram.whyFlinkIsMissing(HOME)).isEmpty();

        run(ContenderProgram.flink(HOME, "flink-equal-work"), Map.of());

        assertThat(Output.records(lab.bootstrap(), "flink-equal-work.decisions"))
                .isEqualTo(decisionsOfHapax());
    }

    /** Keys, values and headers of what Hapax decides of the same input. */
    private static List<String> decisionsOfHapax() {
        String name = "hapax-decides";
        if (!lab.hasTopic(name + ".decisions")) {
            run(ContenderProgram.ours("hapax"), name, Map.of(), job -> {});
        }
        List<String> decisions = Output.records(lab.bootstrap(), name + ".decisions");
        assertThat(decisions).hasSize(Math.toIntExact(unique));
        return decisions;
    }

    private static void verifyGuard(GuardServer server) {
        Output output = run(ContenderProgram.ours(server.contender()), Map.of(server.contender(), server.address()));

        assertThat(output).isEqualTo(new Output(unique, unique));
        assertThat(server.entries()).isEqualTo(unique);
        assertThat(server.cpu()).isPositive();
        server.clear();
    }

    private static Output run(ContenderProgram program, Map<String, String> options) {
        return run(program, program.name(), options, job -> {});
    }

    /** @param meanwhile done when it has read everything, before it is ended */
    private static Output run(
            ContenderProgram program, String name, Map<String, String> options, Consumer<Job> meanwhile) {
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
                return lab.committed(name, "input") == MESSAGES && lab.waiting(name, MESSAGES) == 0;
            });
            meanwhile.accept(job);
        }
        return Output.read(lab.bootstrap(), output);
    }
}
