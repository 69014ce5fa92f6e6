package dev.hapax.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.app.Typed;
import dev.hapax.domain.Decision;
import dev.hapax.embedded.BrokerOptions;
import dev.hapax.embedded.FaultProxy;
import dev.hapax.embedded.RequestStop;
import dev.hapax.embedded.RequestStop.Side;
import dev.hapax.faults.TestBroker;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.ApplicationOutputs;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.topics.Topic;
import dev.hapax.wire.DecisionSerde;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.protocol.ApiKeys;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A replay held up after each request that changes something at the broker, killed there with -9, and run again: every message
 * acts once more, and once only. Before the next such request nothing changes that outlives the process, so these are all the
 * steps there are; being killed before a request arrives is being killed after the one before it.
 */
@Timeout(300)
class KilledReplayIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String NAME = "killed-at";
    private static final String DESK = "producer-" + NAME + "-cases";
    private static final int MESSAGES = 25;

    /** Ten messages in a transaction. */
    private static final String RATE = "40/s";

    private static final FaultProxy PROXY = listen();

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker(PROXY.advertisedBy(BrokerOptions.defaults()));

    private static Application application;
    private static HapaxProcess instance;
    private static ApplicationOutputs outputs;
    private static Path config;

    /** Where a process is held up and killed: at a request that never comes to the broker, or at an answer that never comes back. */
    private record Step(String client, ApiKeys api, Side side, int nth) {

        @Override
        public String toString() {
            return (side == Side.REQUEST ? "before " : "after ") + api + " " + nth + " of " + client;
        }
    }

    @BeforeAll
    static void start() throws Exception {
        PROXY.connectTo(BROKER.port());
        application = BROKER.application(NAME);
        ApplicationConfig given =
                application.config().set("quarantine", "flood", Map.of("max-consecutive", 0, "max-share", 1));
        config = given.write(BROKER.folder().resolve("killed-at.yaml"));
        application.createTopics(given);
        outputs = application.outputs();
        instance = application.start(given);
    }

    @AfterAll
    static void stop() throws IOException {
        outputs.close();
        instance.close();
        application.close();
        PROXY.close();
    }

    @Test
    void shouldReplayACaseOnceAtWhicheverStepItIsKilled() throws Exception {
        List<Step> steps = List.of(
                new Step(DESK, ApiKeys.INIT_PRODUCER_ID, Side.REQUEST, 1),
                new Step(DESK, ApiKeys.INIT_PRODUCER_ID, Side.ANSWER, 1),
                new Step(DESK, ApiKeys.PRODUCE, Side.ANSWER, 1),
                new Step(DESK, ApiKeys.END_TXN, Side.ANSWER, 1));
        List<String> identities = identities("case-", steps.size());
        List<String> cases = conflicts(identities);

        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            killAt(step, "quarantine", "replay", cases.get(i), "--as", "ann");

            Typed again = hapax("quarantine", "replay", cases.get(i), "--as", "ben");

            boolean committed = step.api() == ApiKeys.END_TXN && step.side() == Side.ANSWER;
            assertThat(again.exitCode()).as(step + ": " + again.err()).isZero();
            assertThat(again.out())
                    .as(step.toString())
                    .contains(committed ? "is replayed already" : "replayed as " + identities.get(i));
        }

        assertDecidedOnceMore(identities);
    }

    /** A hundred cases go in one transaction. */
    @Test
    void shouldReplayEachOfManyCasesOnceWhenKilledBetweenTheirTransactions() throws Exception {
        List<String> identities = identities("many-", 250);
        conflicts(identities);
        String[] all = {"quarantine", "replay", "--all", "--yes", "--as", "ann", "--no-wait"};

        killAt(new Step(DESK, ApiKeys.END_TXN, Side.REQUEST, 1), all);
        killAt(new Step(DESK, ApiKeys.END_TXN, Side.ANSWER, 2), all);
        Typed rest = hapax(all);

        assertThat(rest.exitCode()).as(rest.err()).isZero();
        assertThat(rest.out().lines()).hasSize(50).allMatch(line -> line.contains("replayed as many-"));
        assertDecidedOnceMore(identities);
    }

    @Test
    void shouldGiveAStretchAgainOnceAtWhicheverStepItIsKilled() throws Exception {
        long time = System.currentTimeMillis();
        long first = application.send("s0", "Payment failed: 0", time).offset();
        long last = first;
        for (int i = 1; i < MESSAGES; i++) {
            last = application.send("s" + i, "Payment failed: " + i, time + i).offset();
        }
        String writer = "producer-" + NAME + "-replay-";
        // The first transaction holds the plan, the next ones messages and how far they go.
        List<Step> beforeThePlan = List.of(
                new Step(writer, ApiKeys.INIT_PRODUCER_ID, Side.ANSWER, 1),
                new Step(writer, ApiKeys.TXN_OFFSET_COMMIT, Side.ANSWER, 1));
        List<Step> afterIt = List.of(
                new Step(writer, ApiKeys.END_TXN, Side.ANSWER, 1),
                new Step(writer, ApiKeys.PRODUCE, Side.ANSWER, 1),
                new Step(writer, ApiKeys.TXN_OFFSET_COMMIT, Side.ANSWER, 2),
                new Step(writer, ApiKeys.END_TXN, Side.REQUEST, 2),
                new Step(writer, ApiKeys.END_TXN, Side.ANSWER, 2));
        String[] replay = {
            "replay",
            "--topic",
            application.input(),
            "--execute",
            "--rate",
            RATE,
            "--from-offset",
            "" + first,
            "--to-offset",
            "" + (last + 1)
        };

        for (Step step : beforeThePlan) {
            Set<String> before = replays();

            killAt(step, replay);

            assertThat(replays()).as(step.toString()).isEqualTo(before);
        }
        for (Step step : afterIt) {
            Set<String> before = replays();
            killAt(step, replay);
            String id = awaitBegun(before, step);

            Typed resumed = hapax("replay", "resume", id, "--rate", "1000/s");

            assertThat(resumed.exitCode()).as(step + ": " + resumed.err()).isZero();
            assertThat(resumed.out()).as(step.toString()).contains(id + ": done", MESSAGES + " messages replayed");
            assertThat(decidedBy(id))
                    .as(step.toString())
                    .containsExactlyInAnyOrderElementsOf(identities("s", MESSAGES));
        }
        assertNothingWrong();
    }

    /** Runs a command in a process of its own up to that step, and kills it there. */
    private static void killAt(Step step, String... words) throws Exception {
        RequestStop stop =
                PROXY.stopAt(client -> client.startsWith(step.client()), step.api(), step.side(), step.nth());
        try (HapaxProcess process =
                HapaxProcess.start(BROKER.folder().resolve("killed.log"), joined(words, "-c", config.toString()))) {
            while (!stop.await(Duration.ofMillis(100))) {
                assertThat(process.isAlive())
                        .as("alive on its way to %s: %s", step, process.printed())
                        .isTrue();
            }
            process.kill();
        } finally {
            stop.cut();
        }
    }

    private static List<String> identities(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
    }

    /** Sends an original of each and a contradiction of it, waits until these are cases, and tells which. */
    private static List<String> conflicts(List<String> identities) throws Exception {
        outputs.readAll();
        int before = outputs.of(Topic.QUARANTINE).size();
        long time = System.currentTimeMillis();
        List<String> cases = new ArrayList<>();
        for (String identity : identities) {
            application.send(identity, "Payment failed", time);
            cases.add(application.input() + "-0@"
                    + application.send(identity, "Payment done", time).offset());
        }
        outputs.awaitWith(
                instance, "the cases", () -> outputs.of(Topic.QUARANTINE).size() == before + identities.size());
        return cases;
    }

    private static void assertDecidedOnceMore(List<String> identities) throws Exception {
        outputs.awaitWith(instance, "decisions of all", () -> decided(1).containsAll(identities));
        outputs.readAll();
        assertThat(decided(1)).doesNotHaveDuplicates().containsAll(identities);
        assertNothingWrong();
    }

    private static List<String> decidedBy(String id) throws Exception {
        int generation = Integer.parseInt(id.substring(1));
        outputs.awaitWith(
                instance, "decisions of " + id, () -> decided(generation).size() >= MESSAGES);
        outputs.readAll();
        return decided(generation);
    }

    private static List<String> decided(int generation) {
        return outputs.of(Topic.DECISIONS).stream()
                .map(record -> DecisionSerde.read(record.value()))
                .filter(decision -> decision.generation() == generation)
                .map(Decision::identity)
                .toList();
    }

    /** The ids of all replays there are. */
    private static Set<String> replays() throws IOException {
        Typed listed = hapax("replay", "list", "-o", "json");
        assertThat(listed.exitCode()).as(listed.err()).isZero();
        Set<String> ids = new TreeSet<>();
        for (JsonNode replay : JSON.readTree(listed.out()).path("items")) {
            ids.add(replay.path("id").asText());
        }
        return ids;
    }

    /** The replay that was not there before; a commit that is decided takes a moment to be seen. */
    private static String awaitBegun(Set<String> before, Step step) {
        return await(step.toString())
                .atMost(Duration.ofSeconds(30))
                .until(
                        () -> {
                            Set<String> begun = replays();
                            begun.removeAll(before);
                            return begun;
                        },
                        begun -> begun.size() == 1)
                .iterator()
                .next();
    }

    private static void assertNothingWrong() {
        Typed verified = hapax("verify");
        assertThat(verified.exitCode()).as(verified.out() + verified.err()).isZero();
    }

    private static Typed hapax(String... words) {
        return Typed.hapax(joined(words, "-c", config.toString()));
    }

    private static String[] joined(String[] words, String... more) {
        return Stream.of(words, more).flatMap(Stream::of).toArray(String[]::new);
    }

    private static FaultProxy listen() {
        try {
            return FaultProxy.listen();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
