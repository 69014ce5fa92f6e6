package dev.hapax.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The chart and the kustomizations give the same workload. */
class ChartDriftTest {

    private static final List<String> LABELS_OF_HELM = List.of(
            "app.kubernetes.io/instance",
            "app.kubernetes.io/version",
            "app.kubernetes.io/managed-by",
            "helm.sh/chart",
            "checksum/config");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource
    void shouldGiveTheSameObjects(String kustomization, String values) throws Exception {
        Overlay one = Overlay.of(kustomization);
        Overlay other = Overlay.of(values);
        // Overlays set variables where the values of the chart set the configuration: compared by the settings below.
        boolean variables = kustomization.equals("base");

        Map<String, String> expected = comparable(one, variables);
        Map<String, String> rendered = comparable(other, variables);
        assertThat(rendered.keySet()).isEqualTo(expected.keySet());
        expected.forEach((name, object) ->
                assertThat(rendered.get(name)).as("%s of %s", name, values).isEqualTo(object));
    }

    @ParameterizedTest
    @MethodSource("shouldGiveTheSameObjects")
    void shouldGiveTheSameSettings(String kustomization, String values) throws Exception {
        Overlay one = Overlay.of(kustomization);
        Overlay other = Overlay.of(values);

        assertThat(other.settings(other.instance(), folder)).isEqualTo(one.settings(one.instance(), folder));
    }

    @Test
    void shouldHaveTheConfigurationOfAllDeployments() throws IOException {
        assertThat(Repository.yamlOf(Chart.FOLDER.resolve("values.yaml")).path("config"))
                .as("config of values.yaml is deploy/hapax.yaml")
                .isEqualTo(Repository.yaml("deploy/hapax.yaml"));
    }

    static Stream<Arguments> shouldGiveTheSameObjects() {
        return Overlay.KUSTOMIZATIONS.entrySet().stream().map(pair -> Arguments.of(pair.getKey(), pair.getValue()));
    }

    /** The objects by kind and name, without what is only Helm's or only kustomize's. */
    private static Map<String, String> comparable(Overlay overlay, boolean variables) {
        Map<String, String> objects = new TreeMap<>();
        // Autoscaling is not part of the chart.
        for (HasMetadata object : overlay.manifests().all(HasMetadata.class)) {
            // Their texts are compared by the settings.
            if (object instanceof ConfigMap) {
                continue;
            }
            ObjectNode tree = Repository.JSON.valueToTree(object);
            ObjectNode metadata = (ObjectNode) tree.path("metadata");
            metadata.remove("namespace");
            metadata.put("name", metadata.path("name").asText().replaceFirst("-topics-[0-9a-f]{8}$", "-topics"));
            simplify(tree, variables);
            objects.put(tree.path("kind").asText() + " " + metadata.path("name").asText(), tree.toPrettyString());
        }
        return objects;
    }

    private static void simplify(JsonNode node, boolean variables) {
        node.forEach(child -> simplify(child, variables));
        if (node instanceof ObjectNode object) {
            object.remove(LABELS_OF_HELM);
            if (object.path("annotations").isEmpty()) {
                object.remove("annotations");
            }
            if (object.path("configMap") instanceof ObjectNode configMap) {
                configMap.put("name", "hapax");
            }
            for (String list : List.of("env", "volumes", "volumeMounts")) {
                if (object.path(list) instanceof ArrayNode array) {
                    object.set(list, sorted(array));
                }
            }
            if (!variables) {
                object.remove("env");
            }
            // Order of fields.
            Map<String, JsonNode> fields = new TreeMap<>();
            object.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
            object.removeAll();
            object.setAll(fields);
        }
    }

    private static ArrayNode sorted(ArrayNode array) {
        List<JsonNode> elements = new ArrayList<>();
        array.forEach(elements::add);
        elements.sort(Comparator.comparing(element -> element.path("name").asText()));
        return Repository.JSON.createArrayNode().addAll(elements);
    }
}
