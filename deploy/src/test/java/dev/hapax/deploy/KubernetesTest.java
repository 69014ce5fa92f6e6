package dev.hapax.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.config.Settings;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is applied to a cluster has no field that Kubernetes does not know, and fits the configuration in it. */
class KubernetesTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("dev.hapax.deploy.Overlay#all")
    void shouldKeepItsNameAndItsStateOverARestart(String where) throws Exception {
        Overlay overlay = Overlay.of(where);
        StatefulSet set = overlay.instances();
        Container container = Overlay.container(overlay.instance());
        Settings settings = overlay.settings(overlay.instance(), folder);

        assertThat(settings.instance().instanceId()).isEqualTo("hapax-0");
        assertThat(settings.instance().leaveGroup()).isFalse();
        if (!overlay.isDevelopment()) {
            assertThat(settings.instance().standbyReplicas())
                    .as("a lost pod costs the session timeout, and no restore")
                    .isPositive();
        }
        assertThat(overlay.instance().getEnableServiceLinks())
                .as("HAPAX_PORT and others like it are no settings")
                .isFalse();
        assertThat(settings.admin().advertised()).isEqualTo("hapax-0.hapax-peers.here.svc:8090");
        assertThat(set.getSpec().getServiceName()).isEqualTo("hapax-peers");
        assertThat(overlay.manifests().all(Service.class))
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
    @MethodSource("dev.hapax.deploy.Overlay#all")
    void shouldBeGivenTimeToStopAndBeAskedWhereItListens(String where) throws Exception {
        Overlay overlay = Overlay.of(where);
        PodSpec pod = overlay.instance();
        Container container = Overlay.container(pod);
        Settings settings = overlay.settings(pod, folder);

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
    }

    @ParameterizedTest
    @MethodSource("dev.hapax.deploy.Overlay#all")
    void shouldWriteOnlyWhereItMust(String where) throws Exception {
        Overlay overlay = Overlay.of(where);
        for (PodSpec pod : List.of(overlay.instance(), overlay.topicsPod())) {
            Container container = Overlay.container(pod);

            assertThat(container.getImage()).matches("hapax:\\d+\\.\\d+\\.\\d+");
            assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
            assertThat(pod.getSecurityContext().getRunAsUser() + ":"
                            + pod.getSecurityContext().getRunAsGroup())
                    .isEqualTo("10001:10001");
            assertThat(container.getSecurityContext().getReadOnlyRootFilesystem())
                    .isTrue();
            assertThat(container.getSecurityContext().getAllowPrivilegeEscalation())
                    .isFalse();
            assertThat(container.getSecurityContext().getCapabilities().getDrop())
                    .containsExactly("ALL");
            Set<String> volumes = new HashSet<>();
            pod.getVolumes().forEach(volume -> volumes.add(volume.getName()));
            overlay.instances()
                    .getSpec()
                    .getVolumeClaimTemplates()
                    .forEach(claim -> volumes.add(claim.getMetadata().getName()));
            assertThat(container.getVolumeMounts())
                    .allSatisfy(mount -> assertThat(volumes).contains(mount.getName()));
        }
    }

    @ParameterizedTest
    @MethodSource("dev.hapax.deploy.Overlay#all")
    void shouldSetOnlyVariablesThatAreReadAndAllThatAreNeeded(String where) throws Exception {
        Overlay overlay = Overlay.of(where);
        Variables variables = Variables.in(overlay.configuration());
        Set<String> before = new HashSet<>();
        for (EnvVar variable : Overlay.container(overlay.instance()).getEnv()) {
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

    @ParameterizedTest
    @CsvSource({"base, base", "overlays/development, base", "overlays/production, overlays/production"})
    void shouldMountTheConfigurationOfItsFolder(String where, String folder) throws Exception {
        assertThat(Overlay.of(where).configuration())
                .isEqualTo(Repository.text("deploy/kubernetes/" + folder + "/hapax.yaml"));
    }

    @Test
    void shouldScaleNoFurtherThanThereArePartitions() throws Exception {
        for (String where : List.of("autoscaling", "overlays/production")) {
            Keda.Spec scaling = scaling(where);
            Overlay overlay = Overlay.of(where.equals("autoscaling") ? "base" : where);
            Settings settings = overlay.settings(overlay.instance(), folder);

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
        Manifests production = Overlay.of("overlays/production").manifests();

        assertThat(production.only(StatefulSet.class).getSpec().getReplicas()).isNull();
        assertThat(production.only(Keda.ScaledObject.class).spec().triggers())
                .extracting(Keda.Trigger::authenticationRef)
                .containsOnly(new Keda.Reference(production
                        .only(Keda.TriggerAuthentication.class)
                        .metadata()
                        .getName()));
    }

    @Test
    void shouldStayAsManyAsThereAreWhenNothingIsKnownOfTheLag() throws Exception {
        for (String where : List.of("autoscaling", "overlays/production")) {
            Keda.Fallback fallback = scaling(where).fallback();

            assertThat(fallback.behavior())
                    .as("%s: the default would scale to exactly so many, down too", where)
                    .isEqualTo("currentReplicasIfHigher");
            assertThat(fallback.replicas())
                    .isBetween(scaling(where).minReplicaCount(), scaling(where).maxReplicaCount());
        }
    }

    @Test
    void shouldSpeakToBrokersAsTheyAreToday() throws Exception {
        for (String where : List.of("autoscaling", "overlays/production")) {
            assertThat(scaling(where).triggers())
                    .hasSize(2)
                    .allSatisfy(trigger -> assertThat(ModuleDescriptor.Version.parse(
                                    trigger.metadata().get("version")))
                            .as("%s: brokers from 4.0 on refuse clients before 2.1, and KEDA is one unless told", where)
                            .isGreaterThanOrEqualTo(ModuleDescriptor.Version.parse("2.1.0")));
        }
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

    private static Keda.Spec scaling(String where) throws Exception {
        return Overlay.of(where).manifests().only(Keda.ScaledObject.class).spec();
    }
}
