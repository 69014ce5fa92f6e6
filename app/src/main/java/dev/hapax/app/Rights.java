package dev.hapax.app;

import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;

/** Explains which permission on the cluster is missing, and how to grant it. */
final class Rights {

    private Rights() {}

    static String missing(AuthorizationException refused) {
        if (refused instanceof TopicAuthorizationException topics) {
            return "not authorized on topic " + String.join(", ", topics.unauthorizedTopics())
                    + ". Grant Read and Describe, and Write for commands that change something"
                    + " (kafka-acls.sh --add --allow-principal User:… --operation Read --topic …).";
        }
        if (refused instanceof GroupAuthorizationException group) {
            return "not authorized on group " + group.groupId()
                    + ". Grant Read and Describe (kafka-acls.sh --add --allow-principal User:… --operation Read"
                    + " --group …).";
        }
        if (refused instanceof TransactionalIdAuthorizationException) {
            return "not authorized to write in transactions. Grant Write and Describe on transactional ids that begin"
                    + " with the application-id (kafka-acls.sh --resource-pattern-type prefixed --transactional-id …).";
        }
        if (refused instanceof ClusterAuthorizationException) {
            // The answer of a broker to a producer without any Write permission.
            return "not authorized on the cluster: " + refused.getMessage()
                    + " Commands that change something need Write on the topic that records the change"
                    + " (kafka-acls.sh --add --allow-principal User:… --operation Write --topic …).";
        }
        return "not authorized: " + refused.getMessage() + " Grant the missing permission (kafka-acls.sh).";
    }
}
