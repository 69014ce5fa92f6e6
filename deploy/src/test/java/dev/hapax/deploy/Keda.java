package dev.hapax.deploy;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The objects of KEDA, as far as they are used here: {@code keda.sh/v1alpha1}. */
final class Keda {

    private Keda() {}

    record ScaledObject(String apiVersion, String kind, ObjectMeta metadata, Spec spec) {}

    record Spec(
            Target scaleTargetRef,
            int minReplicaCount,
            int maxReplicaCount,
            int pollingInterval,
            int cooldownPeriod,
            Fallback fallback,
            Advanced advanced,
            List<Trigger> triggers) {}

    record Target(String apiVersion, String kind, String name) {}

    record Fallback(
            int failureThreshold, int replicas, @Nullable String behavior) {}

    record Advanced(AutoscalerConfig horizontalPodAutoscalerConfig) {}

    record AutoscalerConfig(Behavior behavior) {}

    record Behavior(Rules scaleUp, Rules scaleDown) {}

    record Rules(int stabilizationWindowSeconds, List<Policy> policies) {}

    record Policy(String type, int value, int periodSeconds) {}

    record Trigger(
            String type,
            Map<String, String> metadata,
            @Nullable Reference authenticationRef) {}

    record Reference(String name) {}

    record TriggerAuthentication(String apiVersion, String kind, ObjectMeta metadata, AuthenticationSpec spec) {}

    record AuthenticationSpec(List<SecretTarget> secretTargetRef) {}

    record SecretTarget(String parameter, String name, String key) {}
}
