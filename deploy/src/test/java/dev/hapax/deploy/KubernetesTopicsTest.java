package dev.hapax.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.app.Hapax;
import dev.hapax.config.Settings;
import dev.hapax.operations.topics.TopicPlan;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The topics that a Job makes are those the instances beside it ask for. */
class KubernetesTopicsTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("dev.hapax.deploy.Overlay#all")
    void shouldMakeTheTopicsThatTheInstancesAskFor(String where) throws Exception {
        Overlay overlay = Overlay.of(where);

        Settings making = overlay.settings(overlay.topicsPod(), folder);
        Settings running = overlay.settings(overlay.instance(), folder);

        assertThat(TopicPlan.of(making)).isEqualTo(TopicPlan.of(running));
        assertThat(making.topics()).isEqualTo(running.topics());
        assertThat(making.kafka()).isEqualTo(running.kafka());
        assertThat(secretsOf(overlay.topicsPod())).isEqualTo(secretsOf(overlay.instance()));
    }

    @ParameterizedTest
    @MethodSource("dev.hapax.deploy.Overlay#all")
    void shouldRunACommandThatThereIsUntilItSucceeds(String where) throws Exception {
        Overlay overlay = Overlay.of(where);
        Container container = Overlay.container(overlay.topicsPod());

        Hapax.commandLine().parseArgs(container.getArgs().toArray(String[]::new));

        assertThat(container.getArgs()).startsWith("topics", "create", "-c", "/etc/hapax/hapax.yaml");
        assertThat(container.getImage())
                .isEqualTo(Overlay.container(overlay.instance()).getImage());
        assertThat(overlay.topicsPod().getRestartPolicy()).isEqualTo("OnFailure");
        assertThat(overlay.topics().getSpec().getBackoffLimit()).isGreaterThan(6);
        assertThat(overlay.topics().getSpec().getTtlSecondsAfterFinished()).isPositive();
        Variables variables = Variables.in(overlay.configuration());
        assertThat(container.getEnv())
                .extracting(EnvVar::getName)
                .allMatch(variables::read)
                .containsAll(variables.required());
    }

    private static List<String> secretsOf(PodSpec pod) {
        return pod.getVolumes().stream()
                .filter(volume -> volume.getSecret() != null)
                .map(volume -> volume.getSecret().getSecretName() + " "
                        + Overlay.container(pod).getVolumeMounts().stream()
                                .filter(mount -> mount.getName().equals(volume.getName()))
                                .map(mount -> mount.getMountPath())
                                .toList())
                .toList();
    }
}
