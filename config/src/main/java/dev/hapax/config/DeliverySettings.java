package dev.hapax.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How deliveries are approved and sent. Without channels there are none, and no topics for them.
 *
 * @param policies approve without a person; the first that matches counts
 * @param fourEyes whether nobody may approve what they staged themselves
 * @param approvalValid how long an approval counts
 * @param signingKey signs approvals and receipts; null without channels
 * @param trustedKeys public keys of other instances whose approvals count too
 * @param claimBatch how many deliveries a worker claims at once
 * @param maxInFlight how many deliveries of a partition are due or claimed at once
 * @param longestWait after this a delivery expires, whatever it asks for
 * @param retention how long a delivery that has ended is remembered
 * @param hashSuppressions whether opt-outs are stored as hashes of addresses
 * @param scoredBy the classifier that scores staged deliveries; null for none
 */
public record DeliverySettings(
        Map<String, ChannelSettings> channels,
        List<Policy> policies,
        boolean fourEyes,
        Duration approvalValid,
        @Nullable Path signingKey,
        List<Path> trustedKeys,
        int claimBatch,
        int maxInFlight,
        Duration lease,
        int maxAttempts,
        Duration backoff,
        Duration longestBackoff,
        Duration longestWait,
        Duration retention,
        int maxArtifactBytes,
        boolean hashSuppressions,
        @Nullable String scoredBy) {

    private static final int LARGEST_ARTIFACT = 8 * 1024 * 1024;

    /**
     * Approves deliveries of one channel and one origin.
     *
     * @param stagedBy who staged them: a name, or a prefix that ends with {@code *}
     */
    public record Policy(String name, String channel, String stagedBy) {

        public Policy {
            Rules.of("")
                    .require(name.matches("[a-z0-9-]+"), "name", name, "must have lower-case letters, digits and -")
                    .require(!name.equals("person"), "name", name, "must not be person, which stands for no policy")
                    .require(!stagedBy.isEmpty(), "staged-by", stagedBy, "must not be empty; use * for anyone")
                    .check();
        }

        public boolean matches(String theChannel, String whoStaged) {
            return channel.equals(theChannel)
                    && (stagedBy.endsWith("*")
                            ? whoStaged.startsWith(stagedBy.substring(0, stagedBy.length() - 1))
                            : whoStaged.equals(stagedBy));
        }
    }

    public DeliverySettings {
        channels = Ordered.copyOf(channels);
        policies = List.copyOf(policies);
        trustedKeys = List.copyOf(trustedKeys);
        Rules rules = Rules.of("delivery")
                .positive("approval-valid", approvalValid)
                .atLeast(1, "claim-batch", claimBatch)
                .require(
                        maxInFlight >= claimBatch,
                        "max-in-flight",
                        maxInFlight,
                        "must be at least claim-batch",
                        "claim-batch")
                .require(lease.toMillis() >= 1_000, "lease", lease, "must be at least 1s")
                .atLeast(1, "max-attempts", maxAttempts)
                .positive("backoff", backoff)
                .require(
                        longestBackoff.compareTo(backoff) >= 0,
                        "longest-backoff",
                        longestBackoff,
                        "must be at least backoff",
                        "backoff")
                .positive("longest-wait", longestWait)
                .require(
                        longestWait.compareTo(Duration.ofDays(60)) <= 0,
                        "longest-wait",
                        longestWait,
                        "must be at most 60d: the due topic keeps deliveries for 90 days")
                .require(
                        retention.compareTo(Duration.ofDays(8)) >= 0,
                        "retention",
                        retention,
                        "must be at least 8d: the topics keep stagings for 7 days, and read again they must be known")
                .require(
                        maxArtifactBytes >= 1_024 && maxArtifactBytes <= LARGEST_ARTIFACT,
                        "max-artifact-bytes",
                        SizeText.format(maxArtifactBytes),
                        "must be from 1KiB to 8MiB")
                .require(
                        channels.isEmpty() || signingKey != null,
                        "signing-key",
                        "none",
                        "must be set: 'hapax delivery keygen FILE' writes one");
        for (Policy policy : policies) {
            rules.require(
                    channels.containsKey(policy.channel()),
                    "policies",
                    policy.channel(),
                    "must name a channel of delivery.channels");
        }
        rules.check();
    }

    /** Whether deliveries are configured. */
    public boolean isOn() {
        return !channels.isEmpty();
    }
}
