package dev.hapax.operations.verify;

import dev.hapax.domain.Fingerprint;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/** Hashes by which records are compared without being kept. One thread uses it. */
final class Digests {

    private final MessageDigest sha256;

    Digests() {
        try {
            this.sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Of a decision as it is written: key and value. */
    long decision(byte @Nullable [] key, byte @Nullable [] value) {
        update(key);
        update(value);
        return Fingerprint.of(sha256.digest()).high();
    }

    Fingerprint identity(byte[] utf8) {
        return Fingerprint.of(sha256.digest(utf8));
    }

    private void update(byte @Nullable [] bytes) {
        int length = bytes == null ? -1 : bytes.length;
        for (int shift = 24; shift >= 0; shift -= 8) {
            sha256.update((byte) (length >>> shift));
        }
        if (bytes != null) {
            sha256.update(bytes);
        }
    }
}
