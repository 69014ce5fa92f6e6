package dev.hapax.campaign;

import dev.hapax.delivery.SigningKey;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Someone's decision on one campaign: on its definition, and on the recipients of some audience versions.
 *
 * @param approved false for a rejection
 * @param by the person
 * @param definitionSha256 of the definition that was decided on
 * @param after the audience version before the first one that it covers
 * @param upTo the last audience version that it covers
 * @param count how many deliveries that is
 * @param digests of these deliveries, by partition of the ledger
 * @param time when, in epoch milliseconds
 * @param expires from when on it no longer counts
 * @param keyId which key signed it
 * @param signature over everything else, Base64
 */
public record CampaignApproval(
        boolean approved,
        String by,
        String definitionSha256,
        int after,
        int upTo,
        int count,
        List<String> digests,
        long time,
        long expires,
        String reason,
        @Nullable String keyId,
        @Nullable String signature) {

    public CampaignApproval {
        Objects.requireNonNull(by, "by");
        Objects.requireNonNull(definitionSha256, "definitionSha256");
        Objects.requireNonNull(reason, "reason");
        digests = List.copyOf(digests);
    }

    /** This decision, signed for one campaign. */
    public CampaignApproval signed(String campaign, SigningKey key) {
        return new CampaignApproval(
                approved,
                by,
                definitionSha256,
                after,
                upTo,
                count,
                digests,
                time,
                expires,
                reason,
                key.id(),
                key.sign(signedBytes(campaign)));
    }

    /** Whether a key signed exactly this, for exactly that campaign. */
    public boolean isSignedFor(String campaign, SigningKey.TrustedKey key) {
        return key.id().equals(keyId) && key.verifies(signedBytes(campaign), signature);
    }

    /** Whether both are about the same definition and the same recipients. */
    public boolean isAboutTheSameAs(CampaignApproval other) {
        return definitionSha256.equals(other.definitionSha256)
                && after == other.after
                && upTo == other.upTo
                && count == other.count
                && digests.equals(other.digests);
    }

    private byte[] signedBytes(String campaign) {
        return SigningKey.signable(
                "hapax.campaign-approval/1",
                campaign,
                approved,
                by,
                definitionSha256,
                after,
                upTo,
                count,
                String.join(",", digests),
                time,
                expires,
                reason);
    }
}
