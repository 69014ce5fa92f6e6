package dev.hapax.campaign;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The SHA-256 of the deliveries of a campaign in one partition, in the order of audience version and id. */
public final class AudienceDigest {

    private final MessageDigest digest;
    private int count;

    public AudienceDigest() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** @param sha256 of the mail */
    public void add(String deliveryId, String target, String sha256) {
        add(deliveryId);
        add(target);
        add(sha256);
        count++;
    }

    /** Each with its length, so that no two lists share their bytes. */
    private void add(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        digest.update(bytes);
    }

    public int count() {
        return count;
    }

    /** In hexadecimal digits. Ends the digest. */
    public String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
