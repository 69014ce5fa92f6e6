package dev.hapax.admin;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The credential between instances: a code derived from the token, valid for one read of one path at one instance, for two
 * minutes. It does not reveal the token. With a stolen code nobody can change anything or read another path, and a member that
 * joins the group under its own address cannot use it at any other.
 */
final class PeerCredential {

    /** The maximum clock difference between two instances. */
    static final Duration HOLDS = Duration.ofMinutes(2);

    private static final String SCHEME = "Hapax-Peer";
    private static final Pattern HEADER = Pattern.compile(SCHEME + " (\\d{1,12})\\.([A-Za-z0-9_-]{43})");
    /** The paths that instances read from each other. One returns a message: that of a delivery, which its owner alone has. */
    private static final Pattern PATHS =
            Pattern.compile("/api/(stats|status|keys|keys/[^/]+|deliveries/[^/]+/message)");

    private static final String ALGORITHM = "HmacSHA256";
    private static final String PURPOSE = "hapax: reads among instances, version 1";

    private final byte @Nullable [] key;

    PeerCredential(@Nullable String token) {
        this.key = token == null ? null : code(token.getBytes(StandardCharsets.UTF_8), PURPOSE);
    }

    /**
     * The header {@code Authorization} of a read; null if there is no token.
     *
     * @param instance the address of the queried instance
     * @param path with its query, as sent
     */
    @Nullable
    String header(String instance, String path, Instant now) {
        byte[] with = key;
        if (with == null) {
            return null;
        }
        String time = Long.toString(now.getEpochSecond());
        return SCHEME + " " + time + "." + text(code(with, said(instance, path, time)));
    }

    /**
     * Whether the request comes from another instance.
     *
     * @param instance the address of this instance
     * @param path without its query
     * @param pathAndQuery as received
     */
    boolean isIn(@Nullable String authorization, String instance, String path, String pathAndQuery, Instant now) {
        byte[] with = key;
        if (with == null || authorization == null || !PATHS.matcher(path).matches()) {
            return false;
        }
        Matcher parts = HEADER.matcher(authorization);
        if (!parts.matches()) {
            return false;
        }
        Instant sent = Instant.ofEpochSecond(Long.parseLong(parts.group(1)));
        byte[] expected = code(with, said(instance, pathAndQuery, parts.group(1)));
        return MessageDigest.isEqual(
                        text(expected).getBytes(StandardCharsets.US_ASCII),
                        parts.group(2).getBytes(StandardCharsets.US_ASCII))
                && Duration.between(sent, now).abs().compareTo(HOLDS) <= 0;
    }

    private static String said(String instance, String path, String time) {
        return "GET\n" + instance + "\n" + path + "\n" + time;
    }

    private static String text(byte[] code) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(code);
    }

    private static byte[] code(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(ALGORITHM + " is not available", e);
        }
    }
}
