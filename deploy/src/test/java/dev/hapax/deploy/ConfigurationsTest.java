package dev.hapax.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.config.InvalidSettingsException;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.topology.StreamsDefaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The configurations hold for Hapax and for Kafka Streams, with nothing set and with everything. */
class ConfigurationsTest {

    private static final String ALL_PLACES = "deploy/hapax.yaml";
    private static final String PRODUCTION = "deploy/kubernetes/overlays/production/hapax.yaml";

    @TempDir
    private Path folder;

    @Test
    void shouldNeedTheTokenAndNothingElse() throws IOException {
        Settings settings = settings(ALL_PLACES, Map.of("HAPAX_TOKEN", "0123456789abcdef"));

        assertThat(settings.admin().listen()).isEqualTo("0.0.0.0");
        assertThat(settings.instance().instanceId()).as("an id of nobody").isNull();
        assertThat(settings.instance().leaveGroup()).isTrue();
        assertThat(settings.instance().standbyReplicas()).isEqualTo(1);
        assertThatThrownBy(() -> settings(ALL_PLACES, Map.of()))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining("HAPAX_TOKEN");
    }

    @Test
    void shouldTakeAnIdentityThatOutlivesARestart() throws IOException {
        Settings settings = settings(
                ALL_PLACES,
                Map.of(
                        "HAPAX_TOKEN", "0123456789abcdef",
                        "HAPAX_INSTANCE_ID", "hapax-0",
                        "HAPAX_LEAVE_GROUP", "false",
                        "HAPAX_ADVERTISED", "hapax-0.hapax-peers.here.svc:8090",
                        "HAPAX_ZONE", "b",
                        "HAPAX_STANDBY_REPLICAS", "1"));
        StreamsConfig streams = new StreamsConfig(StreamsDefaults.of(settings));

        assertThat(settings.instance().leaveGroup()).isFalse();
        assertThat(streams.getMainConsumerConfigs("hapax", "hapax-0-1", 0))
                .containsEntry("group.instance.id", "hapax-0-0")
                .containsEntry("client.rack", "b");
        assertThat(streams.getClientTags()).containsEntry("zone", "b");
        assertThat(streams.getList(StreamsConfig.RACK_AWARE_ASSIGNMENT_TAGS_CONFIG))
                .containsExactly("zone");
        assertThat(streams.getInt(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG)).isEqualTo(1);
    }

    @Test
    void shouldKeepSecretsOfProductionInFiles() throws IOException {
        for (String secret : new String[] {"token", "kafka-user", "kafka-password", "kafka-ca.pem"}) {
            Files.writeString(folder.resolve(secret), secret + "-0123456789\n");
        }

        Settings settings = settings(
                PRODUCTION,
                Map.of(
                        "HAPAX_BOOTSTRAP_SERVERS", "kafka:9093",
                        "HAPAX_INSTANCE_ID", "hapax-0",
                        "HAPAX_ADVERTISED", "hapax-0.hapax-peers.hapax.svc:8090"));

        assertThat(settings.kafka().get("sasl.jaas.config"))
                .endsWith("username=\"kafka-user-0123456789\" password=\"kafka-password-0123456789\";");
        assertThat(settings.admin().token()).isEqualTo("token-0123456789");
        new StreamsConfig(StreamsDefaults.of(settings));
    }

    @Test
    void shouldBeTheSameInKubernetes() throws IOException {
        assertThat(Repository.text("deploy/kubernetes/base/hapax.yaml"))
                .as("kustomize reads its own folder only; cp deploy/hapax.yaml deploy/kubernetes/base/")
                .isEqualTo(Repository.text(ALL_PLACES));
    }

    private Settings settings(String file, Map<String, String> environment) throws IOException {
        String text = Repository.text(file).replace("/run/secrets/hapax/", folder + "/");
        return SettingsFile.parse(text, file, folder, environment::get).settings();
    }
}
