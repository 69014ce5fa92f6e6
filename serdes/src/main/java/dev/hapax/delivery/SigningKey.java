package dev.hapax.delivery;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.bouncycastle.math.ec.rfc8032.Ed25519;
import org.jspecify.annotations.Nullable;

/**
 * An Ed25519 key. Signatures are deterministic, so a transaction that is processed again signs the same bytes. Bouncy Castle
 * computes them, because the JDK takes more than ten times as long (decision 26).
 */
public final class SigningKey {

    private static final String ALGORITHM = "Ed25519";
    private static final int ID_DIGITS = 16;

    private static final String PRIVATE = "PRIVATE KEY";
    private static final String PUBLIC = "PUBLIC KEY";

    private final TrustedKey trusted;
    private final byte[] secret;

    private SigningKey(TrustedKey trusted, byte[] secret) {
        this.trusted = trusted;
        this.secret = secret;
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
            byte[] secret = ((EdECPrivateKey) key)
                    .getBytes()
                    .orElseThrow(() -> new IllegalArgumentException("not an Ed25519 private key: it has no bytes"));
            SigningKey signing = new SigningKey(trusted, secret);
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
        byte[] signature = new byte[Ed25519.SIGNATURE_SIZE];
        Ed25519.sign(secret, 0, trusted.point, 0, bytes, 0, bytes.length, signature, 0);
        return Base64.getEncoder().encodeToString(signature);
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
        private final byte[] point;

        private TrustedKey(String id, byte[] point) {
            this.id = id;
            this.point = point;
        }

        /** @throws IllegalArgumentException when it is no Ed25519 key in PEM */
        public static TrustedKey read(String pem) {
            byte[] der = der(pem, PUBLIC);
            try {
                PublicKey key = KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(der));
                byte[] hash = MessageDigest.getInstance("SHA-256").digest(der);
                return new TrustedKey(HexFormat.of().formatHex(hash).substring(0, ID_DIGITS), point(key));
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
            byte[] bytesOfSignature;
            try {
                bytesOfSignature = Base64.getDecoder().decode(signature);
            } catch (IllegalArgumentException e) {
                // Someone else's text: whatever is wrong with it, it is no signature.
                return false;
            }
            return bytesOfSignature.length == Ed25519.SIGNATURE_SIZE
                    && Ed25519.verify(bytesOfSignature, 0, point, 0, bytes, 0, bytes.length);
        }

        /** The key ends with its 32 bytes: RFC 8410 puts nothing behind them. */
        private static byte[] point(PublicKey key) {
            byte[] der = key.getEncoded();
            return Arrays.copyOfRange(der, der.length - Ed25519.PUBLIC_KEY_SIZE, der.length);
        }
    }

    /** Texts in a form that can be signed: each with its length, so that no two lists share their bytes. */
    public static byte[] signable(Object... parts) {
        StringBuilder text = new StringBuilder();
        for (Object part : parts) {
            String one = String.valueOf(part);
            text.append(one.length()).append(':').append(one).append(',');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
