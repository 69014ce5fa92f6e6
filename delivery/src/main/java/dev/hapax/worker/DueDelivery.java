package dev.hapax.worker;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * One record of the {@code due} topic: one attempt that a worker may claim.
 *
 * @param sha256 of what was approved, in hexadecimal digits
 * @param deadline epoch milliseconds; later it must not be sent
 * @param traceparent the trace it belongs to, as W3C's Trace Context writes it; null if none
 * @param campaign that it is part of; null if of none
 */
public record DueDelivery(
        long offset,
        String id,
        int attempt,
        String channel,
        String target,
        String sha256,
        long deadline,
        byte[] artifact,
        @Nullable String traceparent,
        @Nullable String campaign) {

    /** Of no campaign. */
    public DueDelivery(
            long offset,
            String id,
            int attempt,
            String channel,
            String target,
            String sha256,
            long deadline,
            byte[] artifact,
            @Nullable String traceparent) {
        this(offset, id, attempt, channel, target, sha256, deadline, artifact, traceparent, null);
    }

    /** Of no trace. */
    public DueDelivery(
            long offset,
            String id,
            int attempt,
            String channel,
            String target,
            String sha256,
            long deadline,
            byte[] artifact) {
        this(offset, id, attempt, channel, target, sha256, deadline, artifact, null);
    }

    /** The SHA-256 of what would be sent. */
    String artifactSha256() {
        return sha256(artifact);
    }

    public static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
