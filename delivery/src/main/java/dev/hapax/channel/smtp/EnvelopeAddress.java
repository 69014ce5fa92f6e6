package dev.hapax.channel.smtp;

import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The address of a sender or a recipient, safe to write into a command.
 *
 * @param local the part before the at sign; not always ASCII
 * @param domain in ASCII and lower case
 */
record EnvelopeAddress(String local, String domain) {

    private static final int LONGEST = 254;
    private static final int LONGEST_LOCAL = 64;

    /** RFC 5321's dot-string, and letters of other scripts as in RFC 6531. No quoted strings, which hide spaces and commands. */
    private static final Pattern LOCAL = dotted("[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\-\\p{L}\\p{M}\\p{N}]+");

    private static final Pattern NUMERIC = Pattern.compile("(.*\\.)?[0-9]+");

    private static Pattern dotted(String atom) {
        return Pattern.compile(atom + "(\\." + atom + ")*");
    }

    /** @throws IllegalArgumentException if it is no address that this channel can write */
    static EnvelopeAddress parse(String text) {
        int at = text.lastIndexOf('@');
        // First, because the pattern takes more stack with every dot.
        if (text.length() > LONGEST) {
            throw invalid(text, "it is longer than SMTP allows");
        }
        if (at < 0 || at == text.length() - 1) {
            throw invalid(text, "it must have an @ and a domain");
        }
        String local = text.substring(0, at);
        if (!LOCAL.matcher(local).matches()) {
            throw invalid(text, "before the @ it may have letters, digits, single dots and !#$%&'*+/=?^_`{|}~- only");
        }
        if (text.charAt(at + 1) == '[') {
            throw invalid(text, "its domain is an IP address");
        }
        String domain = domain(text.substring(at + 1));
        if (NUMERIC.matcher(domain).matches()) {
            throw invalid(text, "its domain is an IP address");
        }
        EnvelopeAddress address = new EnvelopeAddress(local, domain);
        if (bytes(local) > LONGEST_LOCAL || bytes(address.toString()) > LONGEST) {
            throw invalid(text, "it is longer than SMTP allows");
        }
        return address;
    }

    /** @throws IllegalArgumentException if it is no domain */
    static String domain(String text) {
        String ascii;
        try {
            ascii = IDN.toASCII(text, IDN.USE_STD3_ASCII_RULES).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    shown(text) + " is no domain: " + shown(String.valueOf(e.getMessage())), e);
        }
        if (ascii.isEmpty() || ascii.endsWith(".") || ascii.length() > LONGEST) {
            throw invalid(text, "its domain is empty, ends with a dot or is too long");
        }
        return ascii;
    }

    boolean isAscii() {
        return local.chars().allMatch(c -> c < 0x80);
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static IllegalArgumentException invalid(String text, String why) {
        return new IllegalArgumentException(shown(text) + " is no address: " + why);
    }

    /** Without what could forge a line of a log. */
    private static String shown(String text) {
        String visible = text.replaceAll("[\\p{Cc}\\p{Cf}\\u2028\\u2029]", "?");
        return visible.length() <= LONGEST ? visible : visible.substring(0, LONGEST) + "…";
    }

    @Override
    public String toString() {
        return local + "@" + domain;
    }
}
