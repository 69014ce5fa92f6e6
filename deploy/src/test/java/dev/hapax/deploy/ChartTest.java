package dev.hapax.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import dev.hapax.config.Settings;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of the Helm chart: what they change, and which are rejected. {@link ChartDriftTest} compares it with the kustomizations. */
class ChartTest {

    @TempDir
    private Path folder;

    @Test
    void shouldPassTheLinterOfHelm() {
        LintResult result = Chart.lint();

        assertThat(result.isFailed()).as(result.getMessages().toString()).isFalse();
        assertThat(result.getMessages()).noneMatch(message -> message.matches("(?s)\\[(WARNING|ERROR)].*"));
    }

    @Test
    void shouldDescribeEveryValueInTheSchema() {
        JsonNode values = Repository.yamlOf(Chart.FOLDER.resolve("values.yaml"));
        JsonNode schema = Repository.yamlOf(Chart.FOLDER.resolve("values.schema.json"));

        List<String> described = names("", schema, "properties");

        assertThat(described)
                .filteredOn(name -> !name.equals("global"))
                .containsExactlyElementsOf(names("", values, ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "replica: 3",
                "replicas: -1",
                "replicas: two",
                "image: {tag: latest}",
                "image: {digest: 'sha256:abc'}",
                "image: {repository: ''}",
                "bootstrapServers: kafka",
                "secret: {as: literal}",
                "config: {sources: []}",
                "config: {sources: null}",
                "config: {admin: {port: 9090}}",
                "config: {admin: {listen: 127.0.0.1}}",
                "config: {admin: {enabled: false}}",
                "env: {HAPAX_TOKEN: abc}",
                "env: {HAPAX_THREADS: 4}",
                "topics: {replicationFactor: 0}",
                "storage: {size: much}",
                "antiAffinity: never",
                "networkPolicy: {brokerPorts: [0]}",
                "monitoring: {enable: true}",
                "secret: {as: files}",
                "files: {hapax.yaml: 'application-id: other'}"
            })
    void shouldRejectInvalidValues(String values) {
        assertThatThrownBy(() -> Chart.render(folder, values))
                .isInstanceOf(IllegalStateException.class)
                // Helm does not say where a wrong name of a variable is.
                .message()
                .containsAnyOf(values.replaceAll("[:{}].*", ""), "invalid propertyName");
    }

    @Test
    void shouldRestartPodsWhenTheConfigurationChanges() throws IOException {
        Manifests before = rendered("{}");
        Manifests after = rendered("config: {guard: {ttl: 48h}}");
        Manifests scaled = rendered("replicas: 5");
        Manifests withRules = rendered("files: {rules.yaml: 'rules: []'}");

        assertThat(checksum(after)).isNotEqualTo(checksum(before));
        assertThat(checksum(withRules)).isNotIn(checksum(before), checksum(after));
        assertThat(checksum(scaled)).isEqualTo(checksum(before));
        assertThat(jobName(after)).as("a Job can't be changed").isNotEqualTo(jobName(before));
        assertThat(jobName(scaled)).isEqualTo(jobName(before));
        assertThat(jobName(rendered("image: {tag: 0.2.0}"))).isNotEqualTo(jobName(before));
    }

    @Test
    void shouldMergeTheConfigurationOverTheDefaults() throws IOException {
        Overlay overlay = new Overlay("values", rendered("""
                        config:
                          guard: { ttl: 48h }
                          quarantine: { flood: { window: 2000000 } }
                          sources: [ { topic: orders, identity: { header: event-id } } ]
                          classifiers: { rules: { type: rules, file: rules.yaml } }
                        files:
                          rules.yaml: |
                            rules: []
                        """));

        Settings settings = overlay.settings(overlay.instance(), folder);

        assertThat(settings.guard().ttl()).hasHours(48);
        assertThat(settings.quarantine().flood().window()).isEqualTo(2_000_000);
        assertThat(settings.sources())
                .singleElement()
                .satisfies(source -> assertThat(source.topic()).isEqualTo("orders"));
        assertThat(settings.topics().partitions()).as("a default").isEqualTo(12);
        assertThat(overlay.manifests().only(ConfigMap.class).getData()).containsEntry("rules.yaml", "rules: []\n");
    }

    @Test
    void shouldTakeTheImageByTagOrByDigest() throws IOException {
        String digest = "sha256:" + "0123456789abcdef".repeat(4);

        assertThat(images(rendered("image: {repository: registry.example:5000/hapax, tag: 0.2.0}")))
                .containsOnly("registry.example:5000/hapax:0.2.0");
        assertThat(images(rendered("image: {tag: 0.2.0, digest: '" + digest + "'}")))
                .containsOnly("hapax@" + digest);
    }

    @Test
    void shouldPassVariablesAndPlacementToAllPods() throws IOException {
        Manifests manifests = rendered("""
                env: { HAPAX_PARTITIONS: "6", HAPAX_JAVA_OPTS: "-Xlog:gc" }
                image: { pullSecrets: [registry], pullPolicy: Always }
                nodeSelector: { disk: ssd }
                tolerations: [ { key: kafka, operator: Exists } ]
                """);

        assertThat(pods(manifests)).hasSize(2).allSatisfy(pod -> {
            assertThat(Overlay.container(pod).getEnv())
                    .filteredOn(variable -> variable.getName().matches("HAPAX_(PARTITIONS|JAVA_OPTS)"))
                    .extracting(variable -> variable.getName() + "=" + variable.getValue())
                    .containsExactlyInAnyOrder("HAPAX_PARTITIONS=6", "HAPAX_JAVA_OPTS=-Xlog:gc");
            assertThat(pod.getImagePullSecrets()).extracting("name").containsExactly("registry");
            assertThat(Overlay.container(pod).getImagePullPolicy()).isEqualTo("Always");
            assertThat(pod.getNodeSelector()).isEqualTo(Map.of("disk", "ssd"));
            assertThat(pod.getTolerations()).extracting("key").containsExactly("kafka");
        });
    }

    @Test
    void shouldLetTwoReleasesShareANamespace() throws IOException {
        List<HasMetadata> one = objects(Manifests.read(Chart.render("hapax")));
        List<HasMetadata> two = objects(Manifests.read(Chart.render("orders")));

        assertThat(two)
                .hasSameSizeAs(one)
                .extracting(object -> object.getMetadata().getName())
                .allMatch(name -> name.startsWith("orders-hapax"));
        StatefulSet first = (StatefulSet)
                one.stream().filter(StatefulSet.class::isInstance).findFirst().orElseThrow();
        StatefulSet second = (StatefulSet)
                two.stream().filter(StatefulSet.class::isInstance).findFirst().orElseThrow();
        assertThat(second.getSpec().getSelector().getMatchLabels())
                .isNotEqualTo(first.getSpec().getSelector().getMatchLabels());
        assertThat(second.getSpec().getTemplate().getMetadata().getLabels().entrySet())
                .doesNotContainAnyElementsOf(new TreeMap<>(Map.of("app.kubernetes.io/instance", "hapax")).entrySet());
    }

    @Test
    void shouldLeaveOutWhatIsTurnedOff() throws IOException {
        Manifests manifests = rendered(
                "{topics: {create: false}, networkPolicy: {enabled: false}, replicas: null, monitoring: {enabled: false}}");

        assertThat(manifests.all(Job.class)).isEmpty();
        assertThat(manifests.all(NetworkPolicy.class)).isEmpty();
        assertThat(manifests.all(ServiceMonitor.class)).isEmpty();
        assertThat(manifests.only(StatefulSet.class).getSpec().getReplicas()).isNull();
        assertThat(rendered("replicas: 0").only(StatefulSet.class).getSpec().getReplicas())
                .isZero();
    }

    @Test
    void shouldProbeAndScrapeOverHttpsWhenInstancesServeIt() throws IOException {
        Manifests manifests = rendered("""
                config: { admin: { tls: { key-store: /run/secrets/hapax/admin.p12 } } }
                monitoring: { enabled: true, tlsConfig: { serverName: hapax } }
                """);

        PodSpec pod = manifests.only(StatefulSet.class).getSpec().getTemplate().getSpec();
        assertThat(List.of(
                        Overlay.container(pod).getStartupProbe(),
                        Overlay.container(pod).getLivenessProbe(),
                        Overlay.container(pod).getReadinessProbe()))
                .allSatisfy(probe -> assertThat(probe.getHttpGet().getScheme()).isEqualTo("HTTPS"));
        assertThat(manifests.only(ServiceMonitor.class).getSpec().getEndpoints())
                .singleElement()
                .satisfies(endpoint -> {
                    assertThat(endpoint.getScheme()).isEqualTo("https");
                    assertThat(endpoint.getTlsConfig().getServerName()).isEqualTo("hapax");
                });
    }

    /** The alert rules are a link to a file outside the chart. */
    @Test
    void shouldContainEverythingWhenItIsPackaged() throws IOException {
        Path values = Repository.DEPLOY.resolve("helm/production.yaml");

        new Helm(Chart.FOLDER).packageIt().withDestination(folder).call();

        Path archive = Repository.files(folder.toString(), ".tgz").get(0);
        assertThat(Chart.render(archive, "hapax", values)).isEqualTo(Chart.render("hapax", values));
    }

    private Manifests rendered(String values) throws IOException {
        return Manifests.read(Chart.render(folder, values));
    }

    private static String checksum(Manifests manifests) {
        return manifests
                .only(StatefulSet.class)
                .getSpec()
                .getTemplate()
                .getMetadata()
                .getAnnotations()
                .getOrDefault("checksum/config", "none");
    }

    private static String jobName(Manifests manifests) {
        return manifests.only(Job.class).getMetadata().getName();
    }

    private static List<PodSpec> pods(Manifests manifests) {
        return List.of(
                manifests.only(StatefulSet.class).getSpec().getTemplate().getSpec(),
                manifests.only(Job.class).getSpec().getTemplate().getSpec());
    }

    private static List<String> images(Manifests manifests) {
        return pods(manifests).stream()
                .map(pod -> Overlay.container(pod).getImage())
                .toList();
    }

    private static List<HasMetadata> objects(Manifests manifests) {
        return manifests.all(HasMetadata.class);
    }

    /** The paths of the values, two levels deep, without what the user names. */
    private static List<String> names(String prefix, JsonNode node, String below) {
        JsonNode fields = below.isEmpty() ? node : node.path(below);
        TreeSet<String> names = new TreeSet<>();
        fields.fieldNames().forEachRemaining(name -> {
            List<String> deeper = prefix.isEmpty() && !name.matches("config|resources")
                    ? names(name + ".", fields.path(name), below)
                    : List.of();
            if (deeper.isEmpty()) {
                names.add(prefix + name);
            } else {
                names.addAll(deeper);
            }
        });
        return new ArrayList<>(names);
    }
}
