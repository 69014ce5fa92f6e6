package dev.hapax.operations.delivery;

import dev.hapax.config.DeliverySettings;
import dev.hapax.delivery.Approval;
import dev.hapax.delivery.Receipt;
import dev.hapax.delivery.SigningKey;
import dev.hapax.operations.OperationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** The keys of a configuration whose signatures count: its own and those it trusts. */
public final class TrustedKeys {

    private final Map<String, SigningKey.TrustedKey> keys = new HashMap<>();

    TrustedKeys(Collection<SigningKey.TrustedKey> trusted) {
        trusted.forEach(key -> keys.put(key.id(), key));
    }

    /** @throws OperationException when one can't be read */
    public static TrustedKeys of(DeliverySettings settings) {
        return new TrustedKeys(Stream.concat(Stream.ofNullable(settings.signingKey()), settings.trustedKeys().stream())
                .map(TrustedKeys::read)
                .toList());
    }

    private static SigningKey.TrustedKey read(Path file) {
        try {
            return SigningKey.TrustedKey.read(Files.readString(file));
        } catch (IOException | IllegalArgumentException e) {
            throw new OperationException(file + " can't be used as a key: " + e.getMessage(), e);
        }
    }

    public boolean knows(String keyId) {
        return keys.containsKey(keyId);
    }

    public boolean signed(Receipt receipt) {
        SigningKey.TrustedKey key = keys.get(receipt.keyId());
        return key != null && receipt.isSignedBy(key);
    }

    public boolean signed(String deliveryId, Approval approval) {
        SigningKey.TrustedKey key = approval.keyId() == null ? null : keys.get(approval.keyId());
        return key != null && approval.isSignedFor(deliveryId, key);
    }
}
