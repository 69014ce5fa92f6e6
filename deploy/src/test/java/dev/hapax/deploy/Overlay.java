package dev.hapax.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** A kustomization, or a release of the chart, that can be applied by itself: its objects and the settings of its pods. */
record Overlay(String where, Manifests manifests) {

    /** The values of the chart that give the same as a kustomization. */
    static final Map<String, String> KUSTOMIZATIONS = Map.of(
            "base", "helm/hapax/values.yaml",
            "overlays/development", "helm/development.yaml",
            "overlays/production", "helm/production.yaml");

    /** What is rendered once for all tests. */
    private static final Map<String, Manifests> RENDERED = new ConcurrentHashMap<>();

    /** All that can be applied by itself, each kustomization beside the values of the chart that correspond to it. */
    static Stream<String> all() {
        return Stream.concat(KUSTOMIZATIONS.keySet().stream(), KUSTOMIZATIONS.values().stream())
                .sorted();
    }

    boolean isProduction() {
        return where.endsWith("production") || where.endsWith("production.yaml");
    }

    boolean isDevelopment() {
        return where.endsWith("development") || where.endsWith("development.yaml");
    }

    static Overlay of(String where) throws IOException, InterruptedException {
        Manifests rendered = RENDERED.get(where);
        if (rendered == null) {
            rendered = where.startsWith("helm/")
                    ? Manifests.read(Chart.render("hapax", Repository.DEPLOY.resolve(where)))
                    : Manifests.render(where);
            RENDERED.put(where, rendered);
        }
        return new Overlay(where, rendered);
    }

    StatefulSet instances() {
        return manifests.only(StatefulSet.class);
    }

    ObjectMeta labelsOfInstances() {
        return instances().getSpec().getTemplate().getMetadata();
    }

    PodSpec instance() {
        return instances().getSpec().getTemplate().getSpec();
    }

    Job topics() {
        return manifests.only(Job.class);
    }

    PodSpec topicsPod() {
        return topics().getSpec().getTemplate().getSpec();
    }

    /** The network policy for the pods with these labels. */
    NetworkPolicy policyFor(ObjectMeta pod) {
        List<NetworkPolicy> policies = manifests.all(NetworkPolicy.class).stream()
                .filter(policy -> pod.getLabels()
                        .entrySet()
                        .containsAll(policy.getSpec()
                                .getPodSelector()
                                .getMatchLabels()
                                .entrySet()))
                .toList();
        assertThat(policies).as("%s: policies for %s", where, pod.getLabels()).hasSize(1);
        return policies.get(0);
    }

    /** The text of its configuration. */
    String configuration() {
        return manifests.only(ConfigMap.class).getData().getOrDefault("hapax.yaml", "");
    }

    /** What holds in a pod called hapax-0, in the namespace "here"; secrets are put into a folder. */
    Settings settings(PodSpec pod, Path secrets) throws IOException {
        Map<String, String> environment = new HashMap<>();
        for (EnvVar variable : container(pod).getEnv()) {
            if (variable.getValue() != null) {
                environment.put(
                        variable.getName(),
                        variable.getValue().replace("$(POD_NAME)", "hapax-0").replace("$(POD_NAMESPACE)", "here"));
            } else if (variable.getValueFrom().getSecretKeyRef() != null) {
                environment.put(variable.getName(), "0123456789abcdef");
            }
        }
        for (String secret : List.of("token", "kafka-user", "kafka-password", "kafka-ca.pem")) {
            Files.writeString(secrets.resolve(secret), "0123456789abcdef");
        }
        ConfigMap config = manifests.only(ConfigMap.class);
        assertThat(pod.getVolumes())
                .filteredOn(volume -> volume.getConfigMap() != null)
                .extracting(volume -> volume.getConfigMap().getName())
                .as("%s: the configuration of the pod", where)
                .containsExactly(config.getMetadata().getName());
        return SettingsFile.parse(
                        configuration().replace("/run/secrets/hapax/", secrets + "/"),
                        "hapax.yaml",
                        secrets,
                        environment::get)
                .settings();
    }

    static Container container(PodSpec pod) {
        assertThat(pod.getContainers()).hasSize(1);
        return pod.getContainers().get(0);
    }
}
