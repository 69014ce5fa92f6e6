package dev.hapax.ledger;

import dev.hapax.config.ChannelSettings;
import dev.hapax.config.DeliverySettings;
import dev.hapax.delivery.Approval;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.Ledger;
import dev.hapax.delivery.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the ledger works with.
 *
 * @param signingKey signs receipts
 * @param trusted the keys whose approvals count, by key id
 */
public record LedgerOptions(
        DeliverySettings settings, SigningKey signingKey, Map<String, SigningKey.TrustedKey> trusted) {

    public LedgerOptions {
        trusted = Map.copyOf(trusted);
    }

    /** @throws IllegalArgumentException when a key can't be read, with the setting that names it */
    public static LedgerOptions read(DeliverySettings settings) {
        Path file = settings.signingKey();
        if (file == null) {
            throw new IllegalArgumentException("delivery.signing-key: must be set");
        }
        SigningKey own = key("delivery.signing-key", file, SigningKey::read);
        Map<String, SigningKey.TrustedKey> trusted = new HashMap<>();
        trusted.put(own.id(), own.trusted());
        for (Path other : settings.trustedKeys()) {
            SigningKey.TrustedKey key = key("delivery.trusted-keys", other, SigningKey.TrustedKey::read);
            trusted.put(key.id(), key);
        }
        return new LedgerOptions(settings, own, trusted);
    }

    private static <T> T key(String setting, Path file, Function<String, T> reader) {
        try {
            return reader.apply(Files.readString(file));
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    setting + ": " + file + " can't be read (" + e + "); 'hapax delivery keygen " + file
                            + "' writes one",
                    e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(setting + ": " + file + ": " + e.getMessage(), e);
        }
    }

    Ledger.Limits limits() {
        Map<String, Duration> idempotent = new HashMap<>();
        settings.channels().forEach((name, channel) -> {
            ChannelSettings.Http http = channel.http();
            Duration window = http == null ? null : http.idempotencyWindow();
            if (window != null) {
                idempotent.put(name, window);
            }
        });
        return new Ledger.Limits(
                settings.maxAttempts(),
                settings.backoff(),
                settings.longestBackoff(),
                settings.retention(),
                idempotent);
    }

    /**
     * The approval of the first policy that matches; null if a person must decide.
     *
     * @param only the one policy that may approve it; null for any
     */
    @Nullable
    Approval policyApproval(Delivery delivery, @Nullable String only, long now) {
        for (DeliverySettings.Policy policy : settings.policies()) {
            if ((only == null || only.equals(policy.name()))
                    && policy.matches(
                            delivery.draft().channel(), delivery.draft().stagedBy())) {
                return Approval.byPolicy(
                        policy.name(),
                        delivery.draft().sha256(),
                        delivery.draft().target(),
                        now,
                        now + settings.approvalValid().toMillis());
            }
        }
        return null;
    }

    /** Why an approval that came through a topic does not count; null if it does. */
    @Nullable
    String refusal(Delivery delivery, Approval approval) {
        String keyId = approval.keyId();
        SigningKey.TrustedKey key = keyId == null ? null : trusted.get(keyId);
        if (key == null) {
            return keyId == null ? "it is not signed" : "its key " + keyId + " is unknown";
        }
        if (!approval.isSignedFor(delivery.id(), key)) {
            return "its signature is wrong";
        }
        if (settings.fourEyes()
                && approval.approved()
                && approval.by().equals(delivery.draft().stagedBy())) {
            return approval.by() + " staged it, and somebody else must approve it";
        }
        return null;
    }
}
