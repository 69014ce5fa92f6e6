package dev.hapax.operations;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 without the checked exception: every Java platform must have the algorithm. */
public final class Sha256 {

    private Sha256() {}

    public static byte[] of(byte[] bytes) {
        return newDigest().digest(bytes);
    }

    /** For content that comes in parts. */
    public static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
