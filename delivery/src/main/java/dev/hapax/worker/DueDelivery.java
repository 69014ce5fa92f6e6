package dev.hapax.worker;

/**
 * One record of the {@code due} topic: one attempt that a worker may claim.
 *
 * @param sha256 what was approved
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
        byte[] artifact) {}
