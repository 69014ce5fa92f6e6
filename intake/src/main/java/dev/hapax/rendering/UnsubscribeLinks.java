package dev.hapax.rendering;

import dev.hapax.config.CampaignSettings;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Links with which a recipient opts out. A token names a campaign and an address and is signed, so that nobody can opt out somebody
 * else.
 */
public final class UnsubscribeLinks {

    private static final String HMAC = "HmacSHA256";
    /** Signed with every token, so that nothing else that the secret signs is one. */
    private static final String PURPOSE = "hapax.unsubscribe/1";

    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
    private static final int MAC_BYTES = 16;
    private static final int LONGEST_TOKEN = 2_048;

    private final String url;
    private final SecretKeySpec secret;

    private UnsubscribeLinks(String url, String secret) {
        this.url = url;
        this.secret = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), HMAC);
    }

    /** Null where the configuration has none. */
    public static @Nullable UnsubscribeLinks of(CampaignSettings.@Nullable Unsubscribe settings) {
        return settings == null
                ? null
                : new UnsubscribeLinks(
                        settings.url().endsWith("/") ? settings.url() : settings.url() + "/", settings.secret());
    }

    /**
     * What a token says.
     *
     * @param campaign whose mail the link was in
     * @param address that opts out
     */
    public record OptOut(String campaign, String address) {}

    /** The link for one recipient of one campaign. */
    public String url(String campaign, String address) {
        return url + token(campaign, address);
    }

    private String token(String campaign, String address) {
        // Ids of campaigns have no zero byte.
        byte[] content = (campaign + '\0' + address).getBytes(StandardCharsets.UTF_8);
        byte[] mac = mac(content);
        byte[] both = ByteBuffer.allocate(MAC_BYTES + content.length)
                .put(mac, 0, MAC_BYTES)
                .put(content)
                .array();
        return ENCODER.encodeToString(both);
    }

    /** Null if the token was not made with this secret. Costs no more for a wrong token than for a right one. */
    public @Nullable OptOut read(String token) {
        if (token.length() > LONGEST_TOKEN) {
            return null;
        }
        try {
            byte[] both = Base64.getUrlDecoder().decode(token);
            // The decoder ignores the unused bits of the last character, so several texts would be one token.
            if (both.length <= MAC_BYTES || !ENCODER.encodeToString(both).equals(token)) {
                return null;
            }
            byte[] content = Arrays.copyOfRange(both, MAC_BYTES, both.length);
            if (!MessageDigest.isEqual(Arrays.copyOf(both, MAC_BYTES), Arrays.copyOf(mac(content), MAC_BYTES))) {
                return null;
            }
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
            int end = text.indexOf('\0');
            return end < 0 ? null : new OptOut(text.substring(0, end), text.substring(end + 1));
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return null;
        }
    }

    private byte[] mac(byte[] content) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(secret);
            mac.update(PURPOSE.getBytes(StandardCharsets.UTF_8));
            mac.update((byte) 0);
            return mac.doFinal(content);
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every Java platform has " + HMAC, e);
        }
    }
}
