package dev.hapax.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.embedded.EmbeddedBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The topics of a configuration on a real broker. Each test has a prefix of its own. */
@Timeout(180)
class TopicsCommandIT {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path folder;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static EmbeddedBroker broker;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Admin admin;

    @BeforeAll
    static void start() {
        broker = EmbeddedBroker.start(folder.resolve("broker"));
        admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }

    @AfterAll
    static void stop() {
        admin.close();
        broker.close();
    }

    @Test
    void shouldCreateMissingTopicsAndKeepExistingOnes() throws Exception {
        String config = config("create", 3);
        create("create.in", 5);
        awaitTopics("create", 1);

        Typed first = Typed.hapax("topics", "create", "-c", config);
        awaitTopics("create", 8);
        Typed again = Typed.hapax("topics", "create", "-c", config);

        assertThat(first.exitCode()).as(first.toString()).isZero();
        assertThat(first.err()).isEmpty();
        assertThat(first.out().lines().filter(line -> line.contains("created"))).hasSize(7);
        assertThat(topics("create"))
                .isEqualTo(Map.of(
                        "create.in", 5,
                        "create.replays", 3,
                        "create.decisions", 3,
                        "create.alerts", 3,
                        "create.duplicates", 3,
                        "create.quarantine", 3,
                        "create.quarantine.cases", 3,
                        "create.commands", 3));
        assertThat(again.exitCode()).isZero();
        assertThat(again.out()).doesNotContain("created").contains("ok");
        assertThat(Typed.hapax("topics", "check", "-c", config).exitCode()).isZero();
    }

    @Test
    void shouldCreateNothingOnADryRun() throws Exception {
        Typed dry = Typed.hapax("topics", "create", "--dry-run", "--with-sources", "-c", config("dry", 3));

        assertThat(dry.exitCode()).isZero();
        assertThat(dry.out().lines().filter(line -> line.contains("would create")))
                .hasSize(8);
        assertThat(topics("dry")).isEmpty();
    }

    @Test
    void shouldLeaveSourceTopicsToTheirOwnersUnlessAsked() throws Exception {
        String config = config("sources", 2);

        Typed without = Typed.hapax("topics", "create", "-c", config);
        Set<String> before = awaitTopics("sources", 7).keySet();
        Typed with = Typed.hapax("topics", "create", "--with-sources", "--replication-factor", "1", "-c", config);

        assertThat(without.exitCode()).isEqualTo(1);
        assertThat(without.err()).contains("sources.in does not exist").contains("--with-sources");
        assertThat(before).hasSize(7).doesNotContain("sources.in");
        assertThat(with.exitCode()).isZero();
        assertThat(awaitTopics("sources", 8)).containsEntry("sources.in", 2);
    }

    @Test
    void shouldCheckAndListEveryProblemWithItsRemedy() throws Exception {
        create("check.in", 1);
        create("check.replays", 7);
        create("check.quarantine", 1);
        awaitTopics("check", 3);

        Typed found = Typed.hapax("topics", "check", "-c", config("check", 3));

        assertThat(found.exitCode()).isEqualTo(1);
        assertThat(found.out()).contains("missing", "misconfigured", "ok", "pending (first run)");
        assertThat(found.err().lines())
                .allSatisfy(line -> assertThat(line).startsWith("hapax: topic check."))
                .anySatisfy(line -> assertThat(line)
                        .contains("check.decisions does not exist")
                        .contains("hapax topics create"))
                .anySatisfy(line -> assertThat(line)
                        .contains("check.replays has 7 partitions, topics.partitions is 3")
                        .contains("set topics.partitions to 7"))
                .anySatisfy(line -> assertThat(line)
                        .contains("check.quarantine takes records of at most")
                        .contains("max.message.bytes"));
        assertThat(topics("check")).hasSize(3);
    }

    @Test
    void shouldPrintTheSameAsJson() throws Exception {
        String config = config("json", 2);

        Typed before = Typed.hapax("topics", "check", "-c", config, "-o", "json");
        Typed made = Typed.hapax("topics", "create", "-c", config, "-o", "json");
        awaitTopics("json", 7);
        Typed after = Typed.hapax("topics", "check", "-c", config, "-o", "json");

        Typed.hapax("topics", "create", "--with-sources", "-c", config);
        awaitTopics("json", 8);
        GoldenJson.assertGolden("topics-check.json", Typed.hapax("topics", "check", "-c", config, "-o", "json"));
        assertThat(row(before, "json.decisions").get("state").asText()).isEqualTo("missing");
        assertThat(row(before, "json.decisions").get("problems")).hasSize(1);
        assertThat(row(made, "json.decisions").get("state").asText()).isEqualTo("created");
        assertThat(row(made, "json.in").get("state").asText()).isEqualTo("missing");
        assertThat(row(after, "json.decisions").get("state").asText()).isEqualTo("ok");
        assertThat(row(after, "json.decisions").get("partitions").asInt()).isEqualTo(2);
        assertThat(row(after, "json.decisions").get("kind").asText()).isEqualTo("own");
    }

    @Test
    void shouldRefuseAReplicationFactorOfZero() throws Exception {
        Typed refused = Typed.hapax("topics", "create", "--replication-factor", "0", "-c", config("factor", 1));

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("--replication-factor").contains("0");
    }

    @Test
    void shouldReportTheAnswerOfTheClusterWhenItRefuses() throws Exception {
        Typed refused = Typed.hapax("topics", "create", "--replication-factor", "3", "-c", config("refused", 1));

        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err())
                .contains(broker.bootstrapServers())
                .contains("refused.")
                .contains("replication");
        assertThat(topics("refused")).isEmpty();
    }

    private static String config(String name, int partitions) throws IOException {
        return Files.writeString(
                        folder.resolve(name + ".yaml"), """
                application-id: %1$s
                kafka: { bootstrap.servers: "%2$s" }
                topics: { prefix: "%1$s.", partitions: %3$d }
                sources: [ { topic: %1$s.in, identity: { field: /id } } ]
                """.formatted(name, broker.bootstrapServers(), partitions))
                .toString();
    }

    private static void create(String topic, int partitions) throws Exception {
        admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1)))
                .all()
                .get(60, TimeUnit.SECONDS);
    }

    /** How many partitions each topic of that prefix has. */
    private static Map<String, Integer> topics(String prefix) throws Exception {
        Set<String> names = admin.listTopics().names().get(60, TimeUnit.SECONDS).stream()
                .filter(name -> name.startsWith(prefix + "."))
                .collect(Collectors.toSet());
        Map<String, Integer> partitions = new TreeMap<>();
        admin.describeTopics(names)
                .allTopicNames()
                .get(60, TimeUnit.SECONDS)
                .forEach(
                        (name, topic) -> partitions.put(name, topic.partitions().size()));
        return partitions;
    }

    /** The same, once so many are there: a broker knows a new topic a moment after it was made. */
    private static Map<String, Integer> awaitTopics(String prefix, int count) {
        return await().atMost(Duration.ofMinutes(1)).until(() -> topics(prefix), topics -> topics.size() == count);
    }

    private static JsonNode row(Typed typed, String topic) throws IOException {
        assertThat(typed.out()).hasLineCount(1);
        for (JsonNode row : JSON.readTree(typed.out()).get("items")) {
            if (row.get("topic").asText().equals(topic)) {
                return row;
            }
        }
        throw new AssertionError("no topic " + topic + " in " + typed.out());
    }
}
