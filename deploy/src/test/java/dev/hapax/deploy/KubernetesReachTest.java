package dev.hapax.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.config.Settings;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PodAntiAffinity;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.WeightedPodAffinityTerm;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPort;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Objects that are about the pods find them, on nodes of their own, and the network lets through what they need and no more. */
class KubernetesReachTest {

    private static final Pattern SECRET_FILE = Pattern.compile("/run/secrets/hapax/([\\w.-]+)");
    private static final Pattern IN_README = Pattern.compile("--from-(?:literal|file)=([\\w.-]+)");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("dev.hapax.deploy.Overlay#all")
    void shouldSelectTheInstancesAndNobodyElse(String where) throws Exception {
        Overlay overlay = Overlay.of(where);
        List<Map<String, String>> selectors = new ArrayList<>();
        selectors.add(overlay.instances().getSpec().getSelector().getMatchLabels());
        selectors.add(overlay.manifests()
                .only(PodDisruptionBudget.class)
                .getSpec()
                .getSelector()
                .getMatchLabels());
        overlay.manifests()
                .all(Service.class)
                .forEach(service -> selectors.add(service.getSpec().getSelector()));
        overlay.instance()
                .getTopologySpreadConstraints()
                .forEach(spread -> selectors.add(spread.getLabelSelector().getMatchLabels()));

        assertThat(selectors).hasSize(5).allSatisfy(selector -> {
            assertThat(selector).isNotEmpty();
            assertThat(overlay.labelsOfInstances().getLabels()).containsAllEntriesOf(selector);
            assertThat(topicsLabels(overlay).getLabels().entrySet().containsAll(selector.entrySet()))
                    .as("the pod that makes topics is none")
                    .isFalse();
        });
        assertThat(overlay.manifests()
                        .only(PodDisruptionBudget.class)
                        .getSpec()
                        .getMaxUnavailable()
                        .getIntVal())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("dev.hapax.deploy.Overlay#all")
    void shouldReplaceOnePodAfterTheOther(String where) throws Exception {
        Overlay overlay = Overlay.of(where);

        assertThat(overlay.instances().getSpec().getUpdateStrategy().getType()).isEqualTo("RollingUpdate");
        assertThat(overlay.instances().getSpec().getUpdateStrategy().getRollingUpdate())
                .as("no partition below which pods stay old")
                .isNull();
        assertThat(overlay.instances().getSpec().getMinReadySeconds()).isPositive();
    }

    @ParameterizedTest
    @MethodSource("dev.hapax.deploy.Overlay#all")
    void shouldSpreadOverNodesWhereItCanAndInProductionAlways(String where) throws Exception {
        Overlay overlay = Overlay.of(where);
        List<PodAffinityTerm> required = antiAffinity(overlay).getRequiredDuringSchedulingIgnoredDuringExecution();
        List<PodAffinityTerm> preferred =
                antiAffinity(overlay).getPreferredDuringSchedulingIgnoredDuringExecution().stream()
                        .map(WeightedPodAffinityTerm::getPodAffinityTerm)
                        .toList();

        assertThat(overlay.isProduction() ? preferred : required).isEmpty();
        assertThat(overlay.isProduction() ? required : preferred)
                .singleElement()
                .satisfies(term -> {
                    assertThat(term.getTopologyKey()).isEqualTo("kubernetes.io/hostname");
                    assertThat(overlay.labelsOfInstances().getLabels())
                            .containsAllEntriesOf(term.getLabelSelector().getMatchLabels());
                });
    }

    @ParameterizedTest
    @MethodSource("dev.hapax.deploy.Overlay#all")
    void shouldLetInstancesReachNamesBrokersAndEachOther(String where) throws Exception {
        Overlay overlay = Overlay.of(where);
        NetworkPolicy policy = overlay.policyFor(overlay.labelsOfInstances());
        Settings settings = overlay.settings(overlay.instance(), folder);
        int admin = settings.admin().port();

        assertThat(policy.getSpec().getPolicyTypes()).containsExactly("Ingress", "Egress");
        assertThat(outTo(policy, overlay.labelsOfInstances()))
                .contains("53/UDP", "53/TCP", admin + "/TCP")
                .containsAll(brokers(settings));
        assertThat(policy.getSpec().getIngress()).singleElement().satisfies(rule -> {
            assertThat(rule.getPorts()).extracting(KubernetesReachTest::text).containsExactly(admin + "/TCP");
            assertThat(rule.getFrom())
                    .filteredOn(from -> from.getPodSelector() != null)
                    .singleElement()
                    .satisfies(from -> assertThat(overlay.labelsOfInstances().getLabels())
                            .containsAllEntriesOf(from.getPodSelector().getMatchLabels()));
            assertThat(rule.getFrom())
                    .filteredOn(from -> from.getNamespaceSelector() != null)
                    .singleElement()
                    .satisfies(from -> assertThat(from.getNamespaceSelector().getMatchLabels())
                            .isEqualTo(Map.of("hapax.dev/admin", "allowed")));
        });
        assertThat(Repository.text("deploy/README.md"))
                .as("whoever runs Prometheus is told")
                .contains("hapax.dev/admin=allowed");
    }

    @ParameterizedTest
    @MethodSource("dev.hapax.deploy.Overlay#all")
    void shouldLetTopicsBeMadeAndNothingElse(String where) throws Exception {
        Overlay overlay = Overlay.of(where);
        NetworkPolicy policy = overlay.policyFor(topicsLabels(overlay));

        assertThat(policy.getSpec().getPolicyTypes()).containsExactly("Ingress", "Egress");
        assertThat(policy.getSpec().getIngress()).isEmpty();
        assertThat(outTo(policy, null))
                .contains("53/UDP", "53/TCP")
                .containsAll(brokers(overlay.settings(overlay.topicsPod(), folder)));
    }

    @ParameterizedTest
    @CsvSource({"base, monitoring", "helm/production.yaml, helm/production.yaml"})
    void shouldHaveEachPodScrapedWhetherItIsReadyOrNot(String instances, String monitoring) throws Exception {
        Service peers = Overlay.of(instances).manifests().all(Service.class).stream()
                .filter(service -> "None".equals(service.getSpec().getClusterIP()))
                .findFirst()
                .orElseThrow();

        ServiceMonitor monitor = Overlay.of(monitoring).manifests().only(ServiceMonitor.class);

        assertThat(monitor.getSpec().getSelector().getMatchLabels()).isNotEmpty();
        assertThat(peers.getMetadata().getLabels())
                .containsAllEntriesOf(monitor.getSpec().getSelector().getMatchLabels());
        assertThat(Overlay.of(instances).manifests().all(Service.class))
                .filteredOn(service -> service.getMetadata()
                        .getLabels()
                        .entrySet()
                        .containsAll(
                                monitor.getSpec().getSelector().getMatchLabels().entrySet()))
                .as("through one service, or each pod is scraped twice")
                .hasSize(1);
        assertThat(monitor.getSpec().getEndpoints()).singleElement().satisfies(endpoint -> {
            assertThat(endpoint.getPort())
                    .isEqualTo(peers.getSpec().getPorts().get(0).getName());
            assertThat(endpoint.getRelabelings())
                    .extracting(relabeling -> relabeling.getTargetLabel() + " "
                            + Objects.requireNonNullElse(relabeling.getReplacement(), "-"))
                    .contains("job hapax", "instance -");
        });
    }

    @ParameterizedTest
    @MethodSource("dev.hapax.deploy.Overlay#all")
    void shouldAskTheSecretOnlyForKeysThatItHas(String where) throws Exception {
        Overlay overlay = Overlay.of(where);
        Set<String> asked = new TreeSet<>();
        for (PodSpec pod : List.of(overlay.instance(), overlay.topicsPod())) {
            Overlay.container(pod).getEnv().stream()
                    .filter(variable -> variable.getValueFrom() != null)
                    .map(variable -> variable.getValueFrom().getSecretKeyRef())
                    .filter(Objects::nonNull)
                    .forEach(key -> asked.add(key.getName() + " " + key.getKey()));
        }
        SECRET_FILE.matcher(overlay.configuration()).results().forEach(file -> asked.add("hapax " + file.group(1)));
        overlay.manifests().all(ServiceMonitor.class).stream()
                .flatMap(monitor -> monitor.getSpec().getEndpoints().stream())
                .map(endpoint -> endpoint.getAuthorization().getCredentials())
                .forEach(key -> asked.add(key.getName() + " " + key.getKey()));
        overlay.manifests().all(Keda.TriggerAuthentication.class).stream()
                .flatMap(authentication -> authentication.spec().secretTargetRef().stream())
                .forEach(key -> asked.add(key.name() + " " + key.key()));

        Set<String> there = new TreeSet<>();
        IN_README
                .matcher(Repository.text("deploy/README.md"))
                .results()
                .forEach(key -> there.add("hapax " + key.group(1)));

        assertThat(asked).contains("hapax token").isSubsetOf(there);
        if (overlay.isProduction()) {
            assertThat(asked).isEqualTo(there);
        }
    }

    @Test
    void shouldSignInForTheLagAsHapaxDoes() throws Exception {
        Overlay production = Overlay.of("overlays/production");
        Settings settings = production.settings(production.instance(), folder);

        assertThat(production
                        .manifests()
                        .only(Keda.TriggerAuthentication.class)
                        .spec()
                        .secretTargetRef())
                .extracting(key -> key.parameter() + "=" + key.key())
                .containsExactlyInAnyOrder("username=kafka-user", "password=kafka-password", "ca=kafka-ca.pem");
        assertThat(settings.kafka())
                .containsEntry("security.protocol", "SASL_SSL")
                .containsEntry("sasl.mechanism", "SCRAM-SHA-512");
        assertThat(production.manifests().only(Keda.ScaledObject.class).spec().triggers())
                .allSatisfy(trigger -> assertThat(trigger.metadata())
                        .containsEntry("tls", "enable")
                        .containsEntry("sasl", "scram_sha512")
                        .containsEntry("bootstrapServers", settings.kafka().get("bootstrap.servers")));
    }

    private static ObjectMeta topicsLabels(Overlay overlay) {
        return overlay.topics().getSpec().getTemplate().getMetadata();
    }

    private static PodAntiAffinity antiAffinity(Overlay overlay) {
        return overlay.instance().getAffinity().getPodAntiAffinity();
    }

    /** The ports that a policy lets out, to pods with these labels or, without, to anywhere. */
    private static Set<String> outTo(NetworkPolicy policy, @Nullable ObjectMeta pod) {
        Set<String> ports = new TreeSet<>();
        policy.getSpec().getEgress().stream()
                .filter(rule -> rule.getTo().isEmpty()
                        || (pod != null
                                && rule.getTo().stream()
                                        .allMatch(to -> to.getPodSelector() != null
                                                && pod.getLabels()
                                                        .entrySet()
                                                        .containsAll(to.getPodSelector()
                                                                .getMatchLabels()
                                                                .entrySet()))))
                .forEach(rule -> rule.getPorts().forEach(port -> ports.add(text(port))));
        return ports;
    }

    private static Set<String> brokers(Settings settings) {
        Set<String> ports = new TreeSet<>();
        for (String server :
                settings.kafka().getOrDefault("bootstrap.servers", "").split(",", -1)) {
            ports.add(server.substring(server.lastIndexOf(':') + 1) + "/TCP");
        }
        assertThat(ports).isNotEmpty();
        return ports;
    }

    private static String text(NetworkPolicyPort port) {
        return port.getPort().getIntVal() + "/" + Objects.requireNonNullElse(port.getProtocol(), "TCP");
    }
}
