package dev.hapax.config;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How one instance runs.
 *
 * @param arrivalsPerRecord how many messages share a record of the repartition topic at most
 * @param groupProtocol {@code classic} or {@code streams}
 * @param instanceId static group membership, so that a quick restart moves no task; null for none
 * @param leaveGroup whether a stopping instance hands its tasks over at once, or keeps them for a quick restart
 * @param sessionTimeout by when another has the work of an instance that gives no sign of life any more
 * @param transactionTimeout how long a dead instance's transaction can hold up its successor
 * @param maxThreadReplacements how many failed threads are replaced within the hour before the instance gives up
 */
public record InstanceSettings(
        int threads,
        Path stateDir,
        Duration commitInterval,
        int arrivalsPerRecord,
        int standbyReplicas,
        String groupProtocol,
        @Nullable String instanceId,
        boolean leaveGroup,
        Duration sessionTimeout,
        Duration transactionTimeout,
        Duration stopTimeout,
        int maxThreadReplacements) {

    static final String CLASSIC = "classic";
    static final String STREAMS = "streams";

    public InstanceSettings {
        Rules.of("instance")
                .atLeast(1, "threads", threads)
                .positive("commit-interval", commitInterval)
                // A transaction that outlives its timeout is aborted by the broker, and the thread fenced.
                .require(
                        commitInterval.compareTo(transactionTimeout) < 0,
                        "commit-interval",
                        commitInterval,
                        "must be less than instance.transaction-timeout",
                        "transaction-timeout")
                .atLeast(1, "arrivals-per-record", arrivalsPerRecord)
                .atLeast(0, "standby-replicas", standbyReplicas)
                .require(
                        groupProtocol.equals(CLASSIC) || groupProtocol.equals(STREAMS),
                        "group-protocol",
                        groupProtocol,
                        "must be classic or streams")
                .require(
                        instanceId == null || !groupProtocol.equals(STREAMS),
                        "instance-id",
                        String.valueOf(instanceId),
                        "cannot be set with instance.group-protocol streams, which has no static membership",
                        "group-protocol")
                .require(
                        instanceId == null || TopicName.isLegal(instanceId),
                        "instance-id",
                        String.valueOf(instanceId),
                        TopicName.RULE)
                .positive("session-timeout", sessionTimeout)
                .positive("transaction-timeout", transactionTimeout)
                .positive("stop-timeout", stopTimeout)
                .atLeast(0, "max-thread-replacements", maxThreadReplacements)
                .check();
    }

    /**
     * How long the brokers wait for a sign of life. What is left of the session timeout is for the others: to hear that one is
     * missed, and to share its work.
     */
    public Duration silence() {
        return sessionTimeout.multipliedBy(4).dividedBy(5);
    }
}
