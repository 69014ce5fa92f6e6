package dev.hapax.classify.rules;

import java.net.IDN;
import java.util.Locale;

/** The part of a sender's address that says whose it is. */
final class SenderDomain {

    private static final int MAX_ADDRESS = 2_000;

    private SenderDomain() {}

    /** The domain of {@code Name <user@host>}, {@code user@host} or {@code host}; empty if there is none. */
    static String of(String sender) {
        String address = sender.length() > MAX_ADDRESS ? sender.substring(sender.length() - MAX_ADDRESS) : sender;
        // The address is in angle brackets. A name or a comment beside it may contain any other address.
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
            return isDomain(ascii) ? ascii : "";
        } catch (IllegalArgumentException e) {
            // IDN's way of saying that this is no domain, which is what the empty answer says.
            return "";
        }
    }

    /** Whether it is two or more labels of letters, digits, hyphens and underscores, with dots between them. */
    private static boolean isDomain(String text) {
        int labels = 1;
        int length = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '.' && length > 0) {
                labels++;
                length = 0;
            } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-') {
                length++;
            } else {
                return false;
            }
        }
        return labels > 1 && length > 0;
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 128) {
                return false;
            }
        }
        return true;
    }
}
