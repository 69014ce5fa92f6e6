package dev.hapax.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is applied to a cluster has no field that Kubernetes does not know, and fits the configuration in it. */
class KustomizeTest {

    private static final Map<String, Manifests> RENDERED = new ConcurrentHashMap<>();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"base", "overlays/development", "overlays/production"})
    void shouldKeepItsNameAndItsStateOverARestart(String where) throws Exception {
        Manifests manifests = render(where);
        StatefulSet set = manifests.only(StatefulSet.class);
        Container container = container(set);
        Settings settings = settings(manifests, where);

        assertThat(settings.instance().instanceId()).isEqualTo("hapax-0");
        assertThat(settings.instance().leaveGroup()).isFalse();
        assertThat(settings.admin().advertised()).isEqualTo("hapax-0.hapax-peers.here.svc:8090");
        assertThat(set.getSpec().getServiceName()).isEqualTo("hapax-peers");
        assertThat(manifests.all(Service.class))
                .filteredOn(service -> service.getMetadata().getName().equals("hapax-peers"))
                .singleElement()
                .satisfies(peers -> {
                    assertThat(peers.getSpec().getClusterIP()).isEqualTo("None");
                    assertThat(peers.getSpec().getPublishNotReadyAddresses()).isTrue();
                });
        assertThat(container.getVolumeMounts()).anySatisfy(mount -> {
            assertThat(mount.getName())
                    .isEqualTo(set.getSpec()
                            .getVolumeClaimTemplates()
                            .get(0)
                            .getMetadata()
                            .getName());
            assertThat(mount.getMountPath())
                    .isEqualTo(settings.instance().stateDir().toString());
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"base", "overlays/development", "overlays/production"})
    void shouldBeGivenTimeToStopAndBeAskedWhereItListens(String where) throws Exception {
        Manifests manifests = render(where);
        StatefulSet set = manifests.only(StatefulSet.class);
        PodSpec pod = set.getSpec().getTemplate().getSpec();
        Container container = container(set);
        Settings settings = settings(manifests, where);

        assertThat(pod.getTerminationGracePeriodSeconds())
                .isGreaterThan(settings.instance().stopTimeout().toSeconds());
        assertThat(container.getPorts())
                .singleElement()
                .satisfies(port -> assertThat(port.getContainerPort())
                        .isEqualTo(settings.admin().port()));
        assertThat(container.getStartupProbe().getHttpGet().getPath()).isEqualTo("/health/live");
        assertThat(container.getLivenessProbe().getHttpGet().getPath()).isEqualTo("/health/live");
        assertThat(container.getReadinessProbe().getHttpGet().getPath()).isEqualTo("/health/ready");
        assertThat(List.of(container.getStartupProbe(), container.getLivenessProbe(), container.getReadinessProbe()))
                .allSatisfy(probe ->
                        assertThat(probe.getHttpGet().getPort().getStrVal()).isEqualTo("admin"));
        assertThat(manifests
                        .only(PodDisruptionBudget.class)
                        .getSpec()
                        .getMaxUnavailable()
                        .getIntVal())
                .isEqualTo(1);
        assertThat(manifests.only(NetworkPolicy.class).getSpec().getPolicyTypes())
                .containsExactly("Ingress", "Egress");
    }

    @ParameterizedTest
    @ValueSource(strings = {"base", "overlays/development", "overlays/production"})
    void shouldWriteOnlyWhereItMust(String where) throws Exception {
        StatefulSet set = render(where).only(StatefulSet.class);
        PodSpec pod = set.getSpec().getTemplate().getSpec();
        Container container = container(set);

        assertThat(container.getImage()).matches("hapax:\\d+\\.\\d+\\.\\d+");
        assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(pod.getSecurityContext().getRunAsUser() + ":"
                        + pod.getSecurityContext().getRunAsGroup())
                .isEqualTo("10001:10001");
        assertThat(container.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
        assertThat(container.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
        assertThat(container.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
        Set<String> volumes = new HashSet<>();
        pod.getVolumes().forEach(volume -> volumes.add(volume.getName()));
        set.getSpec()
                .getVolumeClaimTemplates()
                .forEach(claim -> volumes.add(claim.getMetadata().getName()));
        assertThat(container.getVolumeMounts())
                .allSatisfy(mount -> assertThat(volumes).contains(mount.getName()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"base", "overlays/development", "overlays/production"})
    void shouldSetOnlyVariablesThatAreReadAndAllThatAreNeeded(String where) throws Exception {
        StatefulSet set = render(where).only(StatefulSet.class);
        Variables variables = Variables.of(configuration(where));
        Set<String> before = new HashSet<>();
        for (EnvVar variable : container(set).getEnv()) {
            if (variable.getName().startsWith("POD_")) {
                // Only what stands before can be referred to.
                before.add(variable.getName());
            } else {
                assertThat(variables.read(variable.getName()))
                        .as(variable.getName())
                        .isTrue();
                before.add(variable.getName());
            }
            if (variable.getValue() != null) {
                assertThat(variable.getValue()
                                .replaceAll("\\$\\(([A-Z_]+)\\)", "<$1>")
                                .split("[<>]", -1))
                        .filteredOn(part -> part.startsWith("POD_"))
                        .allSatisfy(part -> assertThat(before).contains(part));
            }
        }
        assertThat(before).containsAll(variables.required());
    }

    @Test
    void shouldScaleNoFurtherThanThereArePartitions() throws Exception {
        for (String where : List.of("autoscaling", "overlays/production")) {
            Keda.Spec scaling = render(where).only(Keda.ScaledObject.class).spec();
            String of = where.equals("autoscaling") ? "base" : where;
            Settings settings = settings(render(of), of);

            assertThat(scaling.maxReplicaCount() * settings.instance().threads())
                    .as(where)
                    .isEqualTo(settings.topics().partitions());
            assertThat(scaling.scaleTargetRef()).isEqualTo(new Keda.Target("apps/v1", "StatefulSet", "hapax"));
            assertThat(scaling.triggers()).allSatisfy(trigger -> {
                assertThat(trigger.metadata()).containsEntry("consumerGroup", settings.applicationId());
                assertThat(trigger.metadata().get("topic"))
                        .isIn(settings.sources().get(0).topic(), settings.applicationId() + "-by-identity-repartition");
            });
        }
    }

    @Test
    void shouldLeaveTheNumberOfInstancesToWhoeverScales() throws Exception {
        Manifests production = render("overlays/production");

        assertThat(production.only(StatefulSet.class).getSpec().getReplicas()).isNull();
        assertThat(production.only(Keda.ScaledObject.class).spec().triggers())
                .extracting(Keda.Trigger::authenticationRef)
                .containsOnly(new Keda.Reference(production
                        .only(Keda.TriggerAuthentication.class)
                        .metadata()
                        .getName()));
        assertThat(production
                        .only(StatefulSet.class)
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getAffinity()
                        .getPodAntiAffinity()
                        .getPreferredDuringSchedulingIgnoredDuringExecution())
                .as("either on other nodes or not at all")
                .isEmpty();
    }

    @Test
    void shouldHaveEachPodScrapedWhetherItIsReadyOrNot() throws Exception {
        Map<String, String> peers = render("base").all(Service.class).stream()
                .filter(service -> "None".equals(service.getSpec().getClusterIP()))
                .findFirst()
                .orElseThrow()
                .getMetadata()
                .getLabels();

        ServiceMonitor monitor = render("monitoring").only(ServiceMonitor.class);

        assertThat(peers).containsAllEntriesOf(monitor.getSpec().getSelector().getMatchLabels());
        assertThat(monitor.getSpec().getEndpoints())
                .singleElement()
                .satisfies(endpoint -> assertThat(
                                endpoint.getAuthorization().getCredentials().getKey())
                        .isEqualTo("token"));
    }

    @Test
    void shouldFindFieldsThatKubernetesDoesNotKnow() {
        assertThatThrownBy(() -> Manifests.read("""
                        apiVersion: apps/v1
                        kind: StatefulSet
                        metadata: { name: hapax }
                        spec: { template: { spec: { containers: [ { name: hapax, imagePullPolice: Always } ] } } }
                        """)).hasMessageContaining("imagePullPolice");
    }

    /** Once for all tests. */
    private static Manifests render(String where) throws Exception {
        Manifests before = RENDERED.get(where);
        if (before != null) {
            return before;
        }
        Manifests rendered = Manifests.render(where);
        RENDERED.put(where, rendered);
        return rendered;
    }

    private static String configuration(String where) {
        return "deploy/kubernetes/" + (where.equals("overlays/production") ? where : "base") + "/hapax.yaml";
    }

    private static Container container(StatefulSet set) {
        return set.getSpec().getTemplate().getSpec().getContainers().get(0);
    }

    /** What holds in the first pod. */
    private Settings settings(Manifests manifests, String where) throws IOException {
        Map<String, String> environment = new HashMap<>();
        for (EnvVar variable : container(manifests.only(StatefulSet.class)).getEnv()) {
            if (variable.getValue() != null) {
                environment.put(
                        variable.getName(),
                        variable.getValue().replace("$(POD_NAME)", "hapax-0").replace("$(POD_NAMESPACE)", "here"));
            }
        }
        environment.put("HAPAX_TOKEN", "0123456789abcdef");
        for (String secret : List.of("token", "kafka-user", "kafka-password", "kafka-ca.pem")) {
            Files.writeString(folder.resolve(secret), "0123456789abcdef");
        }
        String text = manifests.only(ConfigMap.class).getData().getOrDefault("hapax.yaml", "");
        assertThat(text).isEqualTo(Repository.text(configuration(where)));
        return SettingsFile.parse(
                        text.replace("/run/secrets/hapax/", folder + "/"), "hapax.yaml", folder, environment::get)
                .settings();
    }
}
