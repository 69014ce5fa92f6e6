package dev.hapax.worker;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * One record of the {@code due} topic: one attempt that a worker may claim.
 *
 * @param sha256 of what was approved, in hexadecimal digits
 * @param deadline epoch milliseconds; later it must not be sent
 */
public record DueDelivery(
        long offset,
        String id,
        int attempt,
        String channel,
        String target,
        String sha256,
        long deadline,
        byte[] artifact) {

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
