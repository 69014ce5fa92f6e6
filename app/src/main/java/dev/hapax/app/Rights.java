package dev.hapax.app;

import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;

/** What a person may not do on a cluster, and whom to ask for what. */
final class Rights {

    private Rights() {}

    static String missing(AuthorizationException refused) {
        if (refused instanceof TopicAuthorizationException topics) {
            return "not allowed on topic " + String.join(", ", topics.unauthorizedTopics())
                    + ": have its owner grant Read and Describe, and Write where the command changes something"
                    + " (kafka-acls.sh --add --allow-principal User:… --operation Read --topic …)";
        }
        if (refused instanceof GroupAuthorizationException group) {
            return "not allowed on group " + group.groupId()
                    + ": have Read and Describe granted (kafka-acls.sh --add --allow-principal User:… --operation Read"
                    + " --group …)";
        }
        if (refused instanceof TransactionalIdAuthorizationException) {
            return "not allowed to write in transactions: have Write and Describe granted on transactional ids that begin"
                    + " with the application-id (kafka-acls.sh --resource-pattern-type prefixed --transactional-id …)";
        }
        if (refused instanceof ClusterAuthorizationException) {
            // What a broker says to a producer that may write nowhere.
            return "not allowed on the cluster: " + refused.getMessage()
                    + " Who changes something needs Write on the topic"
                    + " that says so: have the cluster's owner grant it (kafka-acls.sh --add --allow-principal User:…"
                    + " --operation Write --topic …)";
        }
        return "not allowed: " + refused.getMessage()
                + "; have the cluster's owner grant what is missing (kafka-acls.sh)";
    }
}
