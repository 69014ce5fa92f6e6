package dev.hapax.operations.replay;

import dev.hapax.operations.OperationException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListGroupsOptions;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** The consumer groups that replays keep plan and progress in, one group each; their lag is what is left to do. */
final class ReplayGroups {

    private static final Pattern ID = Pattern.compile("r[1-9][0-9]{0,9}");

    private final Admin admin;
    private final String prefix;

    ReplayGroups(Admin admin, String applicationId) {
        this.admin = admin;
        this.prefix = applicationId + "-replay-";
    }

    /** The group of a replay, and the transactional id of who writes it. */
    String group(String id) {
        return prefix + id;
    }

    /** The ids of all replays that are known, in no order. */
    List<String> ids() {
        return answer(admin.listGroups(ListGroupsOptions.forConsumerGroups()).all(), "its groups").stream()
                .map(GroupListing::groupId)
                .filter(group -> group.startsWith(prefix))
                .map(group -> group.substring(prefix.length()))
                .filter(id -> ID.matcher(id).matches())
                .toList();
    }

    /**
     * @param settled whether to wait until no transaction is open, to continue from there
     */
    Optional<ReplayStatus> find(String id, boolean settled) {
        SortedMap<Integer, OffsetAndMetadata> marks = new TreeMap<>();
        offsets(admin, group(id), settled).forEach((partition, mark) -> marks.put(partition.partition(), mark));
        if (marks.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(MarkFormat.read(marks));
        } catch (IllegalArgumentException e) {
            throw new OperationException("group " + group(id) + " is not a replay's: " + e.getMessage(), e);
        }
    }

    /** What a group has committed. */
    static Map<TopicPartition, OffsetAndMetadata> offsets(Admin admin, String group, boolean settled) {
        Map<TopicPartition, OffsetAndMetadata> found = new HashMap<>();
        KafkaFuture<Map<TopicPartition, OffsetAndMetadata>> asked = admin.listConsumerGroupOffsets(
                        group, new ListConsumerGroupOffsetsOptions().requireStable(settled))
                .partitionsToOffsetAndMetadata();
        try {
            answer(asked, "the offsets of group " + group).forEach((partition, offset) -> {
                if (offset != null) {
                    found.put(partition, offset);
                }
            });
        } catch (OperationException e) {
            if (!(e.getCause() instanceof GroupIdNotFoundException)) {
                throw e;
            }
        }
        return found;
    }

    private static <T> T answer(KafkaFuture<T> asked, String what) {
        try {
            return asked.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OperationException("interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException refused) {
                throw refused;
            }
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new OperationException("the cluster, asked for " + what + ", answered: " + cause.getMessage(), cause);
        }
    }
}
