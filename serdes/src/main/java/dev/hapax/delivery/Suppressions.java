package dev.hapax.delivery;

import java.net.IDN;
import java.util.Locale;

/** Addresses that have opted out, in the one form in which they are stored and compared. */
public final class Suppressions {

    private Suppressions() {}

    /** The same for all ways to write one address: lower case, the domain in ASCII, no spaces around. */
    public static String normalised(String address) {
        String text = address.strip();
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
}
