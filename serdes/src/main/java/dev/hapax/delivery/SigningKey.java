package dev.hapax.delivery;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * An Ed25519 key. Signatures are deterministic, so a transaction that is
 * processed again signs the same bytes.
 */
public final class SigningKey {

    private static final String ALGORITHM = "Ed25519";
    private static final int ID_DIGITS = 16;

    private static final String PRIVATE = "PRIVATE KEY";
    private static final String PUBLIC = "PUBLIC KEY";

    private final TrustedKey trusted;
    private final PrivateKey key;

    private SigningKey(TrustedKey trusted, PrivateKey key) {
        this.trusted = trusted;
        this.key = key;
    }

    /** A new key, as text for {@link #read}. */
    public static String generate() {
        try {
            KeyPair pair = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
            return pem(pair.getPrivate().getEncoded(), PRIVATE)
                    + pem(pair.getPublic().getEncoded(), PUBLIC);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform since 15 has Ed25519", e);
        }
    }

    private static String pem(byte[] der, String type) {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n";
    }

    /**
     * @param pem both parts in PEM: the private key in PKCS #8, and the public key
     * @throws IllegalArgumentException when one of them is missing or no Ed25519 key, or when they do not belong together
     */
    public static SigningKey read(String pem) {
        TrustedKey trusted = TrustedKey.read(pem);
        try {
            PrivateKey key =
                    KeyFactory.getInstance(ALGORITHM).generatePrivate(new PKCS8EncodedKeySpec(der(pem, PRIVATE)));
            SigningKey signing = new SigningKey(trusted, key);
            byte[] probe = {1};
            if (!trusted.verifies(probe, signing.sign(probe))) {
                throw new IllegalArgumentException("the private and the public key do not belong together");
            }
            return signing;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("not an Ed25519 private key: " + e.getMessage(), e);
        }
    }

    /** The first digits of the SHA-256 of the public key. */
    public String id() {
        return trusted.id();
    }

    /** The public part. */
    public TrustedKey trusted() {
        return trusted;
    }

    /** The signature in Base64. */
    public String sign(byte[] bytes) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initSign(key);
            signature.update(bytes);
            return Base64.getEncoder().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("could not sign", e);
        }
    }

    private static byte[] der(String pem, String type) {
        String begin = "-----BEGIN " + type + "-----";
        String end = "-----END " + type + "-----";
        int from = pem.indexOf(begin);
        int to = pem.indexOf(end);
        if (from < 0 || to < from) {
            throw new IllegalArgumentException("not in PEM: there is no \"" + begin + "\"");
        }
        try {
            return Base64.getMimeDecoder().decode(pem.substring(from + begin.length(), to));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("not in PEM: " + e.getMessage(), e);
        }
    }

    /** The public part of a key whose signatures count. */
    public static final class TrustedKey {

        private final String id;
        private final PublicKey key;

        private TrustedKey(String id, PublicKey key) {
            this.id = id;
            this.key = key;
        }

        /** @throws IllegalArgumentException when it is no Ed25519 key in PEM */
        public static TrustedKey read(String pem) {
            byte[] der = der(pem, PUBLIC);
            try {
                PublicKey key = KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(der));
                byte[] hash = MessageDigest.getInstance("SHA-256").digest(der);
                return new TrustedKey(HexFormat.of().formatHex(hash).substring(0, ID_DIGITS), key);
            } catch (GeneralSecurityException e) {
                throw new IllegalArgumentException("not an Ed25519 public key: " + e.getMessage(), e);
            }
        }

        public String id() {
            return id;
        }

        public boolean verifies(byte[] bytes, @Nullable String signature) {
            if (signature == null) {
                return false;
            }
            try {
                Signature verifier = Signature.getInstance(ALGORITHM);
                verifier.initVerify(key);
                verifier.update(bytes);
                return verifier.verify(Base64.getDecoder().decode(signature));
            } catch (GeneralSecurityException | IllegalArgumentException e) {
                // Someone else's bytes: whatever is wrong with them, they are no signature.
                return false;
            }
        }
    }

    /** Texts in a form that can be signed: each with its length, so that no two lists share their bytes. */
    static byte[] signable(Object... parts) {
        StringBuilder text = new StringBuilder();
        for (Object part : parts) {
            String one = String.valueOf(part);
            text.append(one.length()).append(':').append(one).append(',');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
