package dev.hapax.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.embedded.BrokerOptions;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.ApplicationOutputs;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.topics.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Topics inherit the defaults of the broker; no guarantee may depend on what these are. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class InheritedTopicSettingsIT {

    private static final String HOUR = Long.toString(Duration.ofHours(1).toMillis());

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker(BrokerOptions.defaults()
            .withProperties(Map.of(
                    "log.retention.bytes", "1000000",
                    "log.cleanup.policy", "compact",
                    "log.message.timestamp.before.max.ms", HOUR,
                    "log.message.timestamp.after.max.ms", "1000")));

    @Test
    void shouldNotInheritSizeRetentionCompactionOrTimestampLimits() throws Exception {
        try (Application application = BROKER.application("inherit")) {
            ApplicationConfig config = application.config();
            createTopics(application, config);
            try (ApplicationOutputs outputs = application.outputs();
                    HapaxProcess instance = application.start(config)) {
                application.send("old", "text", System.currentTimeMillis() - 2 * Long.parseLong(HOUR));
                application.send("ahead", "text", System.currentTimeMillis() + 60_000);
                outputs.awaitTotal(instance, 2);

                assertThat(outputs.decided()).containsExactly("old", "ahead");
                assertThat(settings(application, "retention.bytes"))
                        .allSatisfy((topic, bytes) -> assertThat(bytes).isEqualTo("-1"));
                assertThat(settings(application, "cleanup.policy"))
                        .allSatisfy((topic, policy) ->
                                assertThat(policy).isEqualTo(topic.endsWith(".cases") ? "compact" : "delete"));
            }
        }
    }

    @Test
    void shouldRefuseToStartWhileATopicIsBoundedInSize() throws Exception {
        try (Application application = BROKER.application("bounded")) {
            ApplicationConfig config = application.config();
            createTopics(application, config);
            application
                    .admin()
                    .incrementalAlterConfigs(Map.of(
                            topic(application.topic(Topic.QUARANTINE)),
                            List.of(new AlterConfigOp(
                                    new ConfigEntry("retention.bytes", "5000"), AlterConfigOp.OpType.SET))))
                    .all()
                    .get(60, TimeUnit.SECONDS);

            try (HapaxProcess instance = application.start(config)) {
                assertThat(instance.exitCode(120)).as(instance.printed()).isEqualTo(1);
                assertThat(instance.printedToErr())
                        .contains("topic bounded.quarantine has retention.bytes=5000")
                        .contains("--entity-name bounded.quarantine --add-config retention.bytes=-1");
            }
        }
    }

    /** The input takes any timestamp and keeps everything: it is not ours. */
    private static void createTopics(Application application, ApplicationConfig config) throws Exception {
        application.createTopics(config, topic -> !topic.name().equals(application.input()));
        application.createTopics(new NewTopic(application.input(), 1, (short) 1)
                .configs(Map.of(
                        "cleanup.policy", "delete",
                        "message.timestamp.before.max.ms", Long.toString(Long.MAX_VALUE),
                        "message.timestamp.after.max.ms", Long.toString(Long.MAX_VALUE))));
    }

    /** That setting of all topics but the input. */
    private static Map<String, String> settings(Application application, String key) throws Exception {
        List<ConfigResource> topics = Stream.of(Topic.values())
                // Created only where rules reload, or where there are deliveries.
                .filter(topic -> topic != Topic.RULES && !topic.isForDelivery())
                .map(application::topic)
                .map(InheritedTopicSettingsIT::topic)
                .toList();
        Map<String, String> values = new TreeMap<>();
        application
                .admin()
                .describeConfigs(topics)
                .all()
                .get(60, TimeUnit.SECONDS)
                .forEach((topic, config) ->
                        values.put(topic.name(), config.get(key).value()));
        assertThat(values).hasSameSizeAs(topics);
        return values;
    }

    private static ConfigResource topic(String name) {
        return new ConfigResource(ConfigResource.Type.TOPIC, name);
    }
}
