package dev.hapax.delivery;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Evidence of one attempt, or of the end of a delivery. Each receipt of a partition names the hash of the one before it, so none
 * can be taken away or put in between unseen.
 *
 * @param sequence counts the receipts of a partition, from 1
 * @param previous the hash of the receipt before it; empty for the first
 * @param state the delivery's state after it
 * @param approvedBy who approved; empty if nobody did
 * @param what the last line of the delivery's history: what happened, by whom, with which evidence
 * @param time epoch milliseconds of the ledger
 * @param keyId which key signed it
 * @param signature over everything else, Base64
 */
public record Receipt(
        int partition,
        long sequence,
        String previous,
        String id,
        DeliveryState state,
        int attempt,
        String channel,
        String target,
        String sha256,
        String approvedBy,
        String what,
        String by,
        String evidence,
        long time,
        String keyId,
        String signature) {

    /** The end of a chain of receipts: what the next one has to name. */
    public record Link(long sequence, String hash) {

        public static final Link FIRST = new Link(0, "");
    }

    /** The receipt of a delivery that has just changed. */
    public static Receipt of(Delivery delivery, int partition, Link previous, SigningKey key) {
        Delivery.Entry last = delivery.history().get(delivery.history().size() - 1);
        Approval approval = delivery.approval();
        Receipt unsigned = new Receipt(
                partition,
                previous.sequence() + 1,
                previous.hash(),
                delivery.id(),
                delivery.state(),
                delivery.attempt(),
                delivery.draft().channel(),
                delivery.draft().target(),
                delivery.draft().sha256(),
                approval == null ? "" : approval.by(),
                last.what(),
                last.by(),
                last.detail(),
                last.time(),
                key.id(),
                "");
        return unsigned.with(key.sign(unsigned.signedBytes()));
    }

    private Receipt with(String newSignature) {
        return new Receipt(
                partition,
                sequence,
                previous,
                id,
                state,
                attempt,
                channel,
                target,
                sha256,
                approvedBy,
                what,
                by,
                evidence,
                time,
                keyId,
                newSignature);
    }

    public boolean isSignedBy(SigningKey.TrustedKey key) {
        return key.id().equals(keyId) && key.verifies(signedBytes(), signature);
    }

    /** What the next receipt of the partition has to name. */
    public Link link() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(signedBytes());
            digest.update(signature.getBytes(StandardCharsets.US_ASCII));
            return new Link(sequence, HexFormat.of().formatHex(digest.digest()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Whether it follows on the receipt before it. */
    public boolean follows(Link before) {
        return sequence == before.sequence() + 1 && previous.equals(before.hash());
    }

    private byte[] signedBytes() {
        return SigningKey.signable(
                "hapax.receipt/1",
                partition,
                sequence,
                previous,
                id,
                state,
                attempt,
                channel,
                target,
                sha256,
                approvedBy,
                what,
                by,
                evidence,
                time,
                keyId);
    }
}
