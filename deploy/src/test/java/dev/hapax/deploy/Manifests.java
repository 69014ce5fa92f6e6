package dev.hapax.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What {@code kubectl kustomize} makes of a folder, each object read as its kind; a field that the kind does not have is an error. */
record Manifests(List<Object> objects) {

    /** Kubernetes' types take unknown fields in and keep them, unless they are not let. */
    private static final ObjectMapper STRICT = new ObjectMapper()
            .setAnnotationIntrospector(new JacksonAnnotationIntrospector() {
                private static final long serialVersionUID = 1;

                @Override
                public Boolean hasAnySetter(Annotated any) {
                    return false;
                }
            });

    private static final Map<String, Class<?>> KINDS = Map.ofEntries(
            Map.entry("v1 ServiceAccount", ServiceAccount.class),
            Map.entry("v1 Service", Service.class),
            Map.entry("v1 ConfigMap", ConfigMap.class),
            Map.entry("apps/v1 StatefulSet", StatefulSet.class),
            Map.entry("batch/v1 Job", Job.class),
            Map.entry("policy/v1 PodDisruptionBudget", PodDisruptionBudget.class),
            Map.entry("networking.k8s.io/v1 NetworkPolicy", NetworkPolicy.class),
            Map.entry("monitoring.coreos.com/v1 ServiceMonitor", ServiceMonitor.class),
            Map.entry("monitoring.coreos.com/v1 PrometheusRule", PrometheusRule.class),
            Map.entry("keda.sh/v1alpha1 ScaledObject", Keda.ScaledObject.class),
            Map.entry("keda.sh/v1alpha1 TriggerAuthentication", Keda.TriggerAuthentication.class));

    static Manifests render(String folder) throws IOException, InterruptedException {
        return read(Tool.KUBECTL.run(List.of("kustomize", "deploy/kubernetes/" + folder)));
    }

    static Manifests read(String yaml) throws IOException {
        List<Object> objects = new ArrayList<>();
        for (JsonNode document : Repository.documents(yaml)) {
            String kind = document.path("apiVersion").asText() + " "
                    + document.path("kind").asText();
            Class<?> type = KINDS.get(kind);
            if (type == null) {
                throw new IllegalArgumentException(kind + " is no kind that is known here");
            }
            objects.add(STRICT.treeToValue(document, type));
        }
        return new Manifests(objects);
    }

    /** The only object of its kind. */
    <T> T only(Class<T> type) {
        List<T> found = all(type);
        if (found.size() != 1) {
            throw new IllegalArgumentException("there are " + found.size() + " of " + type.getSimpleName());
        }
        return found.get(0);
    }

    <T> List<T> all(Class<T> type) {
        return objects.stream().filter(type::isInstance).map(type::cast).toList();
    }
}
