package dev.hapax.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Kafka Streams and its clients are told. */
class StreamsDefaultsTest {

    private static final String SOURCES = "sources: [{ topic: in, identity: { field: /id } }]\n";

    @TempDir
    private Path folder;

    @Test
    void shouldRestOnOneTransaction() {
        StreamsConfig config = config("instance: { commit-interval: 200ms, transaction-timeout: 7s }");

        assertThat(config.getString("processing.guarantee")).isEqualTo("exactly_once_v2");
        assertThat(config.getLong("commit.interval.ms")).isEqualTo(200);
        assertThat(config.getProducerConfigs("p")).containsEntry("transaction.timeout.ms", 7000);
        assertThat(config.getMainConsumerConfigs("hapax-test", "c", 0))
                .containsEntry("auto.offset.reset", "earliest")
                .containsEntry("isolation.level", "read_committed")
                .containsEntry("enable.auto.commit", "false");
        assertThat(config.getRestoreConsumerConfigs("r")).containsEntry("auto.offset.reset", "none");
        assertThat(config.getString("application.id")).isEqualTo("hapax-test");
    }

    @Test
    void shouldRefuseGeneratedNamesOfTopicsAndStores() {
        assertThat(config("").getBoolean("ensure.explicit.internal.resource.naming"))
                .isTrue();
    }

    @Test
    void shouldJoinTheGroupAsConfigured() {
        StreamsConfig config = config(
                "instance: { threads: 3, standby-replicas: 1, session-timeout: 8s, instance-id: one, group-protocol: classic }");

        assertThat(config.getInt("num.stream.threads")).isEqualTo(3);
        assertThat(config.getInt("num.standby.replicas")).isEqualTo(1);
        assertThat(config.getString("group.protocol")).isEqualTo("classic");
        assertThat(config.getMainConsumerConfigs("g", "c", 2))
                .containsEntry("session.timeout.ms", 6400)
                .containsEntry("heartbeat.interval.ms", 400)
                .containsEntry("group.instance.id", "one-2");
    }

    @Test
    void shouldLeaveTheSessionToTheBrokerInAStreamsGroup() {
        Map<String, Object> choices = choices("instance: { group-protocol: streams }");

        assertThat(choices)
                .containsEntry("group.protocol", "streams")
                .doesNotContainKeys(
                        "num.standby.replicas",
                        "main.consumer.session.timeout.ms",
                        "main.consumer.heartbeat.interval.ms",
                        "main.consumer.group.instance.id");
    }

    @Test
    void shouldWaitForOtherInputsOnlyWhereThereAreSeveral() {
        Settings several = HapaxFixture.settings(folder, """
                sources:
                  - { topic: in, identity: { field: /id } }
                  - { topic: other, identity: { field: /id } }
                """);

        assertThat(config("").getLong("max.task.idle.ms")).isEqualTo(-1);
        assertThat(new StreamsConfig(StreamsDefaults.of(several)).getLong("max.task.idle.ms"))
                .isZero();
    }

    @Test
    void shouldHoldTheLargestQuarantinedRecord() {
        StreamsConfig config = config("quarantine: { max-record-bytes: 40MiB, header-budget: 10KiB }");
        int largest = (40 << 20) + 10 * 1024;

        assertThat((Integer) config.getProducerConfigs("p").get("max.request.size"))
                .isGreaterThan(largest);
        assertThat((Long) config.getProducerConfigs("p").get("buffer.memory")).isGreaterThan(2L * largest);
        assertThat(Integer.parseInt((String) config.originals().get("topic.max.message.bytes")))
                .isGreaterThan(largest);
    }

    @Test
    void shouldKeepStateWithinItsBounds() {
        StreamsConfig config = config("instance: { state-dir: elsewhere }");

        assertThat(config.getString("state.dir"))
                .isEqualTo(folder.resolve("elsewhere").toString());
        assertThat(config.getLong("statestore.cache.max.bytes")).isZero();
    }

    @Test
    void shouldGiveTheLastWordToTheUser() {
        StreamsConfig config = config("""
                streams:
                  commit.interval.ms: 1234
                  statestore.cache.max.bytes: 5
                  producer.compression.type: zstd
                  main.consumer.session.timeout.ms: 4321
                  consumer.fetch.max.bytes: 99
                """);

        assertThat(config.getLong("commit.interval.ms")).isEqualTo(1234);
        assertThat(config.getLong("statestore.cache.max.bytes")).isEqualTo(5);
        assertThat(config.getProducerConfigs("p")).containsEntry("compression.type", "zstd");
        assertThat(config.getMainConsumerConfigs("g", "c", 0))
                .containsEntry("session.timeout.ms", "4321")
                .containsEntry("fetch.max.bytes", "99");
    }

    @Test
    void shouldPassKafkaSettingsToEveryClient(@TempDir Path elsewhere) {
        Settings settings = SettingsFile.parse("""
                        kafka:
                          bootstrap.servers: broker:9093
                          security.protocol: SASL_SSL
                          sasl.mechanism: SCRAM-SHA-512
                          ssl.truststore.type: PEM
                          my.login.handler.url: https://login
                        """ + SOURCES, "test.yaml", elsewhere, name -> null)
                .settings();
        StreamsConfig config = new StreamsConfig(StreamsDefaults.of(settings));

        for (Map<String, Object> client : List.of(
                config.getMainConsumerConfigs("g", "c", 0),
                config.getRestoreConsumerConfigs("r"),
                config.getGlobalConsumerConfigs("w"),
                config.getProducerConfigs("p"),
                config.getAdminConfigs("a"))) {
            assertThat(client)
                    .containsEntry("bootstrap.servers", "broker:9093")
                    .containsEntry("security.protocol", "SASL_SSL")
                    .containsEntry("sasl.mechanism", "SCRAM-SHA-512")
                    .containsEntry("ssl.truststore.type", "PEM")
                    .containsEntry("my.login.handler.url", "https://login");
        }
    }

    private StreamsConfig config(String yaml) {
        return new StreamsConfig(choices(yaml));
    }

    private Map<String, Object> choices(String yaml) {
        return StreamsDefaults.of(HapaxFixture.settings(folder, SOURCES + yaml));
    }
}
