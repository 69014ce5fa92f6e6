package dev.hapax.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.app.Typed;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Outcome;
import dev.hapax.faults.TestBroker;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.ApplicationOutputs;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.harness.TopicLog;
import dev.hapax.topics.Topic;
import dev.hapax.wire.DecisionSerde;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A stretch given again while an instance runs: every message acts once more, and once only, whatever is done to the replay. */
@Timeout(180)
class ReplayIT {

    private static final int ORIGINALS = 30;
    private static final Pattern BEGUN = Pattern.compile("^replay (r\\d+) of ", Pattern.MULTILINE);
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String OTHER_RULES = """
            version: 1
            description: For comparison
            default: { label: other, important: false, score: 0, reason: "No rule matched" }
            rules:
              - id: seven
                label: lucky
                priority: 50
                score: 7
                reason: "Seven: {subject}"
                when: { keywords: { in: [subject], any: ["invoice 7"] } }
                examples: [{ match: { subject: "invoice 7" } }, { no-match: { subject: "Paid" } }]
            """;

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    private static Application application;
    private static HapaxProcess instance;
    private static ApplicationOutputs outputs;
    private static Path config;

    /** Thirty messages on two partitions, a copy of each fifth, and one that cannot be read. */
    @BeforeAll
    static void start() throws Exception {
        application = BROKER.application("replayed");
        ApplicationConfig given = application.config().set("topics", "partitions", 2);
        config = given.write(BROKER.folder().resolve("replayed.yaml"));
        application.createTopics(given);
        outputs = application.outputs();
        long now = System.currentTimeMillis();
        for (int i = 0; i < ORIGINALS; i++) {
            application.send("m" + i, "Payment failed: invoice " + i, now + i);
            if (i % 5 == 0) {
                application.send("m" + i, "Payment failed: invoice " + i, now + 100);
            }
        }
        application.sendPoison("one");
        instance = application.start(given);
        outputs.awaitTotal(instance, ORIGINALS + ORIGINALS / 5 + 1);
    }

    @AfterAll
    static void stop() {
        outputs.close();
        instance.close();
        application.close();
    }

    @Test
    void shouldGiveEachMessageAgainOnceWhenKilledTwiceAndResumed() throws Exception {
        String id;
        try (HapaxProcess replay = replays("killed.log", "--to-earliest", "--rate", "8/s", "--as", "ann")) {
            id = awaitGiven(replay, 3);

            replay.kill();
        }
        try (HapaxProcess replay = process("killed-again.log", "replay", "resume", id)) {
            awaitGiven(replay, 0);

            replay.kill();
        }
        assertThat(status(id).path("state").asText()).isEqualTo("open");
        assertThat(status(id).path("given").asInt()).isBetween(3, ORIGINALS - 1);

        Typed resumed = hapax("replay", "resume", id, "--as", "ben", "--rate", "1000/s");

        assertThat(resumed.exitCode()).as(resumed.err()).isZero();
        assertThat(resumed.out()).contains(id + ": done", "36 messages replayed");
        JsonNode status = status(id);
        assertThat(status.path("state").asText()).isEqualTo("done");
        assertThat(status.path("unreadable").asInt()).isEqualTo(1);
        assertThat(status.path("actor").asText()).isEqualTo("ann");
        assertThat(status.path("by").asText()).isEqualTo("ben");
        awaitDecided(id, ORIGINALS);
        assertThat(decided(id)).containsExactlyInAnyOrderElementsOf(originals());
        assertThat(outputs.suppressed(Outcome.Suppressed.Kind.REDELIVERY)).isEmpty();
        assertThat(hapax("replay", "resume", id).err()).contains("is done");
    }

    @Test
    void shouldStopTheOneWhoseReplayIsTakenOverAndAgainOnCtrlC() throws Exception {
        String id;
        // So slow that it is still under way when it is looked at, on a machine that has much to do.
        try (HapaxProcess replay = replays("taken.log", "--from-offset", "0", "--rate", "1/s")) {
            id = awaitGiven(replay, 1);
            try (HapaxProcess taker = process("taker.log", "replay", "resume", id, "--as", "ben")) {
                assertThat(replay.exitCode(30)).isEqualTo(1);
                assertThat(replay.printedToErr()).contains("replay " + id + " was taken over by ben");
                int given = status(id).path("given").asInt();
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> status(id).path("given").asInt() > given);

                taker.terminate();

                assertThat(taker.exitCode(30)).isEqualTo(130);
                assertThat(taker.printedToOut()).contains(id + ": stopped", "hapax replay resume " + id);
            }
        }
        assertThat(hapax("replay", "resume", id, "--rate", "1000").exitCode()).isZero();
        awaitDecided(id, ORIGINALS);
        assertThat(decided(id)).containsExactlyInAnyOrderElementsOf(originals());
    }

    @Test
    void shouldEndACancelledReplayAndRaiseNoAlertsWhenToldSo() throws Exception {
        String id;
        try (HapaxProcess replay = replays("cancelled.log", "--to-earliest", "--rate", "4/s", "--suppress-alerts")) {
            id = awaitGiven(replay, 2);

            Typed cancelled = hapax("replay", "cancel", id, "--as", "ben");

            assertThat(cancelled.exitCode()).as(cancelled.err()).isZero();
            assertThat(cancelled.out()).contains(id + " of " + application.input() + ": cancelled");
            assertThat(replay.exitCode(30)).isEqualTo(1);
            assertThat(replay.printedToErr()).contains("replay " + id + " was cancelled by ben");
        }
        int given = status(id).path("given").asInt();
        assertThat(hapax("replay", "resume", id).err()).contains("is cancelled");
        assertThat(status(id).path("given").asInt()).isEqualTo(given).isLessThan(ORIGINALS);
        outputs.awaitWith(instance, "its decisions", () -> !decided(id).isEmpty());
        outputs.readAll();
        assertThat(outputs.of(Topic.ALERTS))
                .noneMatch(alert -> DecisionSerde.read(alert.value()).generation() == generation(id));
        assertThat(hapax("replay", "list").out()).contains("id ", id, "cancelled");
    }

    @Test
    void shouldSayWhatItWouldDoAndDoNothing() throws Exception {
        long before = replayed();

        Typed dry = hapax("replay", "--topic", application.input(), "--to-earliest", "-o", "json");
        Typed filtered = hapax(
                "replay",
                "--topic",
                application.input(),
                "--to-earliest",
                "--where",
                "identity=m1*",
                "--where",
                "label=billing-failure");

        assertThat(dry.exitCode()).as(dry.err()).isZero();
        JsonNode forecast = JSON.readTree(dry.out());
        assertThat(forecast.path("messages").asInt()).isEqualTo(37);
        assertThat(forecast.path("unreadable").asInt()).isEqualTo(1);
        assertThat(forecast.path("admitted").asInt()).isEqualTo(ORIGINALS);
        assertThat(forecast.path("duplicates").asInt()).isEqualTo(6);
        assertThat(forecast.path("decisions").path(0).path("label").asText()).isEqualTo("billing-failure");
        assertThat(forecast.path("identities").path("decided").asInt()).isEqualTo(ORIGINALS);
        assertThat(filtered.exitCode()).as(filtered.err()).isZero();
        assertThat(filtered.out()).contains("11  replayed, would be decided", "Add --execute");
        assertThat(replayed()).isEqualTo(before);
    }

    @Test
    void shouldCompareWithOtherRulesAndPublishNothing() throws Exception {
        Path rules = Files.writeString(BROKER.folder().resolve("other.yaml"), OTHER_RULES);
        long before = replayed();

        String[] words = {"replay", "--topic", application.input(), "--to-earliest", "--shadow", "--rules", "" + rules};
        Typed text = hapax(words);
        Typed lines = hapax(joined(words, "-o", "json"));

        assertThat(text.exitCode()).as(text.err()).isZero();
        assertThat(text.out())
                .contains("36 messages compared, 36 decided differently")
                .contains("billing-failure (important) -> other")
                .contains("1  billing-failure (important) -> lucky")
                .containsPattern(application.input() + "-[01]@\\d+  m7");
        List<JsonNode> differences = new ArrayList<>();
        for (String line : lines.out().lines().toList()) {
            differences.add(JSON.readTree(line));
        }
        assertThat(differences).hasSize(37);
        assertThat(differences.get(36).path("different").asInt()).isEqualTo(36);
        assertThat(replayed()).isEqualTo(before);
    }

    @Test
    void shouldNameTheRemedyOfWhatCannotBeDone() {
        Typed topic = hapax("replay", "--topic", "elsewhere", "--to-earliest");
        Typed unknown = hapax("replay", "status", "r64");

        assertThat(topic.exitCode()).isEqualTo(1);
        assertThat(topic.err()).contains("no source reads topic elsewhere").contains(application.input());
        assertThat(unknown.exitCode()).isEqualTo(1);
        assertThat(unknown.err()).contains("there is no replay r64", "replay list");
    }

    private static Typed hapax(String... words) {
        return Typed.hapax(joined(words, "-c", config.toString()));
    }

    private static HapaxProcess process(String log, String... words) throws IOException {
        return HapaxProcess.start(BROKER.folder().resolve(log), joined(words, "-c", config.toString()));
    }

    private static HapaxProcess replays(String log, String... words) throws IOException {
        String[] all = {"replay", "--topic", application.input(), "--execute"};
        return process(log, joined(all, words));
    }

    private static String[] joined(String[] words, String... more) {
        return Stream.of(words, more).flatMap(Stream::of).toArray(String[]::new);
    }

    /** Waits until the replay that a process runs has given that many again, and tells its id. */
    private static String awaitGiven(HapaxProcess replay, int messages) {
        return await().atMost(Duration.ofSeconds(60))
                .until(
                        () -> {
                            assertThat(replay.isAlive()).as(replay.printed()).isTrue();
                            Matcher said = BEGUN.matcher(replay.printedToErr());
                            return said.find()
                                            && status(said.group(1))
                                                            .path("given")
                                                            .asInt()
                                                    >= messages
                                    ? said.group(1)
                                    : "";
                        },
                        id -> !id.isEmpty());
    }

    private static JsonNode status(String id) throws IOException {
        return JSON.readTree(hapax("replay", "status", id, "-o", "json").out());
    }

    private static int generation(String id) {
        return Integer.parseInt(id.substring(1));
    }

    private static void awaitDecided(String id, int messages) throws Exception {
        outputs.awaitWith(instance, messages + " decisions", () -> decided(id).size() >= messages);
        outputs.readAll();
    }

    private static List<String> decided(String id) {
        return outputs.of(Topic.DECISIONS).stream()
                .map(record -> DecisionSerde.read(record.value()))
                .filter(decision -> decision.generation() == generation(id))
                .map(Decision::identity)
                .toList();
    }

    private static List<String> originals() {
        return IntStream.range(0, ORIGINALS).mapToObj(i -> "m" + i).toList();
    }

    /** How far the replays topic goes. */
    private static long replayed() {
        return TopicLog.read(BROKER.bootstrapServers(), List.of(application.topic(Topic.REPLAYS)))
                .size();
    }
}
