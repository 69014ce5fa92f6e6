package dev.hapax.operations.topics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The topics that {@code hapax topics create} makes and {@code run} requires, with all their settings. */
class TopicPlanTest {

    private static final String GOLDEN = "/golden/topics.txt";

    @Test
    void shouldPlanTheTopicsOfTheGoldenFile() throws IOException {
        Settings settings =
                SettingsFile.parse("""
                application-id: shop
                kafka: { bootstrap.servers: "localhost:9092" }
                topics: { prefix: shop., partitions: 12 }
                sources:
                  - { topic: hooks, namespace: hook, identity: { field: /id } }
                  - { topic: payments, namespace: pay, identity: { field: /id }, keyed-by-identity: true, ttl: 3h }
                guard: { ttl: 24h, max-lateness: 1h }
                classifiers: { rules: { reload: true } }
                """, "test.yaml", Path.of("."), name -> null).settings();

        String plan = TopicPlan.of(settings).stream().map(TopicPlanTest::line).collect(Collectors.joining("\n")) + "\n";

        Files.writeString(Path.of("target", "topics.txt"), plan);
        try (InputStream in = TopicPlanTest.class.getResourceAsStream(GOLDEN)) {
            assertThat(in).as("golden file").isNotNull();
            assertThat(plan)
                    .as("If the change is wanted, put target/topics.txt in place of the golden file")
                    .isEqualTo(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void shouldPlanOneTopicForAdmittedMessagesOfSeveralSources() {
        Settings settings =
                SettingsFile.parse("""
                application-id: shop
                kafka: { bootstrap.servers: "localhost:9092" }
                sources:
                  - { topic: hooks, namespace: hook, identity: { field: /id }, admitted: clean }
                  - { topic: mail, namespace: mail, identity: { field: /id }, admitted: clean }
                limits: { max-clock-skew: 30m }
                """, "test.yaml", Path.of("."), name -> null).settings();

        assertThat(TopicPlan.of(settings))
                .filteredOn(topic -> topic.name().equals("clean"))
                .singleElement()
                .satisfies(topic -> {
                    assertThat(topic.kind()).isEqualTo(WantedTopic.Kind.OWN);
                    assertThat(topic.configs())
                            .containsEntry("message.timestamp.type", "CreateTime")
                            .containsEntry("message.timestamp.before.max.ms", Long.toString(Long.MAX_VALUE))
                            .containsEntry("message.timestamp.after.max.ms", "1800000");
                });
    }

    @Test
    void shouldPlanNoTopicForRulesThatAreReadAtStartOnly() {
        Settings settings =
                SettingsFile.parse("""
                application-id: shop
                kafka: { bootstrap.servers: "localhost:9092" }
                sources: [ { topic: hooks, identity: { field: /id } } ]
                """, "test.yaml", Path.of("."), name -> null).settings();

        assertThat(TopicPlan.of(settings)).extracting(WantedTopic::name).doesNotContain("hapax.rules");
    }

    private static String line(WantedTopic topic) {
        return topic.name() + " " + topic.kind() + ", partitions "
                + (topic.partitions().isPresent() ? topic.partitions().getAsInt() : "any") + ", largest record "
                + topic.largestRecord() + "\n    created with " + new TreeMap<>(topic.configs()) + "\n    must have "
                + topic.needed().stream()
                        .map(setting -> setting.key() + (setting.orMore() ? " >= " : " = ") + setting.value())
                        .sorted()
                        .toList();
    }
}
