package dev.hapax.delivery;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Someone's decision on the exact bytes of one delivery.
 *
 * @param approved false for a rejection
 * @param by the person, {@code policy:NAME}, or {@code campaign:ID}
 * @param sha256 of the artifact that was decided on
 * @param target that was decided on
 * @param time when, in epoch milliseconds
 * @param expires from when on an approval no longer counts
 * @param keyId which key signed it; null for a policy or a campaign, which the ledger applies itself
 * @param signature over everything else, Base64
 */
public record Approval(
        boolean approved,
        String by,
        String sha256,
        String target,
        long time,
        long expires,
        @Nullable String reason,
        @Nullable String keyId,
        @Nullable String signature) {

    private static final String POLICY = "policy:";
    private static final String CAMPAIGN = "campaign:";

    public Approval {
        Objects.requireNonNull(by, "by");
        Objects.requireNonNull(sha256, "sha256");
        Objects.requireNonNull(target, "target");
    }

    /** An approval by a policy of the configuration. */
    public static Approval byPolicy(String policy, String sha256, String target, long time, long expires) {
        return new Approval(true, POLICY + policy, sha256, target, time, expires, null, null, null);
    }

    /** The approval of a campaign, which people have signed, for one of its deliveries. */
    public static Approval byCampaign(String campaign, String sha256, String target, long time, long expires) {
        return new Approval(true, CAMPAIGN + campaign, sha256, target, time, expires, null, null, null);
    }

    /** The campaign that it is part of; null if of none. */
    public @Nullable String campaign() {
        return by.startsWith(CAMPAIGN) ? by.substring(CAMPAIGN.length()) : null;
    }

    public boolean wasMadeByPolicy() {
        return by.startsWith(POLICY);
    }

    /** This decision, signed for one delivery. */
    public Approval signed(String deliveryId, SigningKey key) {
        return new Approval(
                approved, by, sha256, target, time, expires, reason, key.id(), key.sign(signedBytes(deliveryId)));
    }

    /** Whether a key signed exactly this, for exactly that delivery. */
    public boolean isSignedFor(String deliveryId, SigningKey.TrustedKey key) {
        return key.id().equals(keyId) && key.verifies(signedBytes(deliveryId), signature);
    }

    private byte[] signedBytes(String deliveryId) {
        return SigningKey.signable(
                "hapax.approval/1",
                deliveryId,
                approved,
                by,
                sha256,
                target,
                time,
                expires,
                reason == null ? "" : reason);
    }
}
