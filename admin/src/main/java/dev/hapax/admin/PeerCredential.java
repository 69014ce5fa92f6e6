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
 * What one instance shows another instead of the token: a code that is good for one read, of one path, at one instance, for two
 * minutes. It is derived from the token and does not reveal it. Whoever gets hold of it can change nothing with it, and can read
 * nothing that it was not sent for: a stranger that joins the group under an address of its own can't use it at any other.
 */
final class PeerCredential {

    /** How far the clocks of two instances may differ. */
    static final Duration HOLDS = Duration.ofMinutes(2);

    private static final String SCHEME = "Hapax-Peer";
    private static final Pattern HEADER = Pattern.compile(SCHEME + " (\\d{1,12})\\.([A-Za-z0-9_-]{43})");
    /** What instances ask each other; nothing of it is a message. */
    private static final Pattern PATHS = Pattern.compile("/api/(stats|status|keys|keys/[^/]+)");

    private static final String ALGORITHM = "HmacSHA256";
    private static final String PURPOSE = "hapax: reads among instances, version 1";

    private final byte @Nullable [] key;

    PeerCredential(@Nullable String token) {
        this.key = token == null ? null : code(token.getBytes(StandardCharsets.UTF_8), PURPOSE);
    }

    /**
     * The header {@code Authorization} of a read; null where there is no token.
     *
     * @param instance the address of the one that is asked
     * @param path with its query, as it is sent
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
     * Whether another instance asks.
     *
     * @param instance the address of this one
     * @param path without its query
     * @param pathAndQuery as it was sent
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
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }
}
