package dev.hapax.operations.keys;

import dev.hapax.operations.OperationException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/** Whether anyone is there to do what is asked. */
final class RunningInstances {

    private RunningInstances() {}

    /** Whether the application has members, by whichever of the two protocols they are assigned their work. */
    static boolean run(Admin admin, String applicationId) {
        List<String> group = List.of(applicationId);
        return members(admin.describeConsumerGroups(group)
                        .all()
                        .thenApply(groups -> groups.values().stream()
                                .mapToInt(described -> described.members().size())
                                .sum()))
                || members(admin.describeStreamsGroups(group)
                        .all()
                        .thenApply(groups -> groups.values().stream()
                                .mapToInt(described -> described.members().size())
                                .sum()));
    }

    private static boolean members(KafkaFuture<Integer> count) {
        try {
            return count.get() > 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OperationException("interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GroupIdNotFoundException
                    || e.getCause() instanceof UnsupportedVersionException) {
                return false;
            }
            throw e.getCause() instanceof AuthorizationException refused
                    ? refused
                    : new OperationException("asking for the members of the group failed: " + e.getMessage(), e);
        }
    }
}
