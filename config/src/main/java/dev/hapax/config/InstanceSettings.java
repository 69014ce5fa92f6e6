package dev.hapax.config;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How one instance runs.
 *
 * @param groupProtocol {@code classic} or {@code streams}
 * @param instanceId static group membership, so that a quick restart moves no task; null for none
 * @param leaveGroup whether a stopping instance hands its tasks over at once, or keeps them for a quick restart
 * @param transactionTimeout how long a dead instance's transaction can hold up its successor
 * @param maxThreadReplacements how many failed threads are replaced within the hour before the instance gives up
 */
public record InstanceSettings(
        int threads,
        Path stateDir,
        Duration commitInterval,
        int standbyReplicas,
        String groupProtocol,
        @Nullable String instanceId,
        boolean leaveGroup,
        Duration sessionTimeout,
        Duration transactionTimeout,
        Duration stopTimeout,
        int maxThreadReplacements) {}
