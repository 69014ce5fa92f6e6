package dev.hapax.delivery;

import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.Normalizer;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;

/** Addresses that have opted out, in the forms in which they are stored and compared: normalised, or as a hash of that. */
public final class Suppressions {

    private static final String HASHED = "sha256:";
    private static final int LONGEST = 2_048;

    private Suppressions() {}

    /** The same for all ways to write one address: NFC, lower case, the domain in ASCII, no spaces around. */
    public static String normalised(String address) {
        String text = Normalizer.normalize(address.strip(), Normalizer.Form.NFC);
        int at = text.lastIndexOf('@');
        if (at < 0) {
            return text;
        }
        String domain = text.substring(at + 1);
        try {
            domain = IDN.toASCII(domain);
        } catch (IllegalArgumentException e) {
            // No valid domain. It is compared as it is written.
            return text.toLowerCase(Locale.ROOT);
        }
        return (text.substring(0, at) + "@" + domain).toLowerCase(Locale.ROOT);
    }

    /** What is stored instead of an address if addresses are not to be stored. */
    public static String hashed(String address) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(normalised(address).getBytes(StandardCharsets.UTF_8));
            return HASHED + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Whether a stored list contains an address, in either form. */
    public static boolean contain(Set<String> stored, String address) {
        return stored.contains(normalised(address)) || stored.contains(hashed(address));
    }

    /**
     * The address, normalised, as it can be put on a list.
     *
     * @throws IllegalArgumentException if it is neither an address nor a URL
     */
    public static String checked(String address) {
        String text = address.strip();
        int at = text.lastIndexOf('@');
        boolean url = text.regionMatches(true, 0, "http://", 0, 7) || text.regionMatches(true, 0, "https://", 0, 8);
        boolean legal = text.length() <= LONGEST
                && text.codePoints()
                        .noneMatch(c -> Character.isISOControl(c)
                                || Character.isWhitespace(c)
                                || c == 0xfffd
                                || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE))
                && (url || (at > 0 && at < text.length() - 1));
        if (!legal) {
            String shown = text.replaceAll("[\\p{Cc}\\p{Cf}\\u2028\\u2029]", "?");
            throw new IllegalArgumentException("'" + (shown.length() <= 80 ? shown : shown.substring(0, 80) + "…")
                    + "' must be an address such as ann@example.org");
        }
        return normalised(text);
    }
}
