package dev.hapax.deploy;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;
import org.apache.kafka.server.authorizer.Action;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
import org.apache.kafka.server.authorizer.AuthorizationResult;

/** Kafka's authorizer, which also records who asked for what. The broker creates it by its name. */
public final class RecordingAuthorizer extends StandardAuthorizer {

    private static final Queue<Asked> ASKED = new ConcurrentLinkedQueue<>();

    /**
     * An action of a user.
     *
     * @param optional whether the broker asks only to choose what to show, so that a denial is no failure
     */
    record Asked(
            String user, AclOperation operation, ResourceType type, String name, boolean allowed, boolean optional) {}

    @Override
    public List<AuthorizationResult> authorize(AuthorizableRequestContext context, List<Action> actions) {
        List<AuthorizationResult> results = super.authorize(context, actions);
        for (int i = 0; i < actions.size(); i++) {
            Action action = actions.get(i);
            ASKED.add(new Asked(
                    context.principal().getName(),
                    action.operation(),
                    action.resourcePattern().resourceType(),
                    action.resourcePattern().name(),
                    results.get(i) == AuthorizationResult.ALLOWED,
                    !action.logIfDenied()));
        }
        return results;
    }

    static List<Asked> asked() {
        return ASKED.stream().distinct().toList();
    }
}
