package dev.hapax.channel.smtp;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.RSAPrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;

/** A private key for DKIM: RSA or Ed25519. Both sign the same bytes the same way every time. */
public final class DkimKey {

    private static final String RSA = "RSA";
    private static final String ED25519 = "Ed25519";
    private static final int SHORTEST_RSA = 1024;

    /** In front of the length of an RSA key in PKCS #1, which makes it PKCS #8: version 0, algorithm rsaEncryption. */
    private static final byte[] PKCS8_RSA = HexFormat.of().parseHex("020100300d06092a864886f70d0101010500");

    private final PrivateKey key;
    private final boolean rsa;

    private DkimKey(PrivateKey key, boolean rsa) {
        this.key = key;
        this.rsa = rsa;
    }

    /**
     * @param pem {@code PRIVATE KEY} (PKCS #8) or {@code RSA PRIVATE KEY} (PKCS #1)
     * @throws IllegalArgumentException when it is no such key, saying why
     */
    public static DkimKey read(String pem) {
        byte[] der = pem.contains("-----BEGIN RSA PRIVATE KEY-----")
                ? pkcs8(der(pem, "RSA PRIVATE KEY"))
                : der(pem, "PRIVATE KEY");
        try {
            PrivateKey key = KeyFactory.getInstance(RSA).generatePrivate(new PKCS8EncodedKeySpec(der));
            int bits = ((RSAPrivateKey) key).getModulus().bitLength();
            if (bits < SHORTEST_RSA) {
                throw new IllegalArgumentException(
                        "an RSA key of " + bits + " bits is too short: receivers want 2048, and at least 1024");
            }
            return new DkimKey(key, true);
        } catch (InvalidKeySpecException e) {
            return ed25519(der);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has RSA", e);
        }
    }

    private static DkimKey ed25519(byte[] der) {
        try {
            return new DkimKey(KeyFactory.getInstance(ED25519).generatePrivate(new PKCS8EncodedKeySpec(der)), false);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("neither an RSA nor an Ed25519 private key without password", e);
        }
    }

    private static byte[] der(String pem, String type) {
        String begin = "-----BEGIN " + type + "-----";
        int from = pem.indexOf(begin);
        int to = pem.indexOf("-----END " + type + "-----");
        if (from < 0 || to < from) {
            throw new IllegalArgumentException("not in PEM: there is no \"" + begin + "\"");
        }
        try {
            return Base64.getMimeDecoder().decode(pem.substring(from + begin.length(), to));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("not in PEM: " + e.getMessage(), e);
        }
    }

    private static byte[] pkcs8(byte[] pkcs1) {
        byte[] octets = tagged((byte) 0x04, pkcs1);
        return tagged(
                (byte) 0x30,
                ByteBuffer.allocate(PKCS8_RSA.length + octets.length)
                        .put(PKCS8_RSA)
                        .put(octets)
                        .array());
    }

    /** With a length of three bytes: longer than it has to be for short content, which Java reads as well. */
    private static byte[] tagged(byte tag, byte[] content) {
        return ByteBuffer.allocate(4 + content.length)
                .put(tag)
                .put((byte) 0x82)
                .putShort((short) content.length)
                .put(content)
                .array();
    }

    /** As DKIM names it. */
    String algorithm() {
        return rsa ? "rsa-sha256" : "ed25519-sha256";
    }

    byte[] sign(byte[] bytes) {
        try {
            Signature signature = Signature.getInstance(rsa ? "SHA256withRSA" : ED25519);
            signature.initSign(key);
            // RFC 8463: Ed25519 signs the hash.
            signature.update(rsa ? bytes : MessageDigest.getInstance("SHA-256").digest(bytes));
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("could not sign", e);
        }
    }
}
