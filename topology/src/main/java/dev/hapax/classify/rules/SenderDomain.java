package dev.hapax.classify.rules;

import java.net.IDN;
import java.util.Locale;
import java.util.regex.Pattern;

/** The part of a sender's address that says whose it is. */
final class SenderDomain {

    private static final int MAX_ADDRESS = 2_000;
    private static final Pattern VALID = Pattern.compile("[a-z0-9_-]+(\\.[a-z0-9_-]+)+");

    private SenderDomain() {}

    /** The domain of {@code Name <user@host>}, {@code user@host} or {@code host}; empty where there is none. */
    static String of(String sender) {
        String address = sender.length() > MAX_ADDRESS ? sender.substring(sender.length() - MAX_ADDRESS) : sender;
        // What stands in angle brackets is the address; a name or a comment beside it may hold any address it likes.
        int open = address.lastIndexOf('<');
        if (open >= 0) {
            int close = address.indexOf('>', open);
            address = address.substring(open + 1, close < 0 ? address.length() : close);
        } else {
            int comment = address.indexOf('(');
            address = comment < 0 ? address : address.substring(0, comment);
        }
        return normal(address.substring(address.lastIndexOf('@') + 1));
    }

    /** Lower case, ASCII, without a final dot; empty when it is no domain. */
    static String normal(String domain) {
        String text = domain.strip();
        if (text.endsWith(".")) {
            text = text.substring(0, text.length() - 1);
        }
        try {
            String ascii = isAscii(text) ? text : IDN.toASCII(text);
            ascii = ascii.toLowerCase(Locale.ROOT);
            return VALID.matcher(ascii).matches() ? ascii : "";
        } catch (IllegalArgumentException e) {
            // IDN's way of saying that this is no domain, which is what the empty answer says.
            return "";
        }
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 128);
    }
}
