package dev.hapax.rendering;

import java.net.IDN;
import java.util.regex.Pattern;

/** What the mail channel takes for the address of one recipient. */
final class MailAddress {

    private static final int LONGEST = 254;
    private static final String ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\-\\p{L}\\p{M}\\p{N}]+";
    private static final Pattern LOCAL = Pattern.compile(ATOM + "(\\." + ATOM + ")*");

    private MailAddress() {}

    /** @throws RenderException if it is none */
    static void require(String text) throws RenderException {
        int at = text.lastIndexOf('@');
        if (text.length() > LONGEST
                || at <= 0
                || at == text.length() - 1
                || !LOCAL.matcher(text.substring(0, at)).matches()) {
            throw new RenderException("'" + shown(text) + "' is no address of one recipient");
        }
        try {
            String domain = IDN.toASCII(text.substring(at + 1), IDN.USE_STD3_ASCII_RULES);
            if (domain.isEmpty() || domain.endsWith(".")) {
                throw new RenderException("'" + shown(text) + "' has no domain");
            }
        } catch (IllegalArgumentException e) {
            throw new RenderException("'" + shown(text) + "' has a domain that can't be");
        }
    }

    /** As a header has it: the domain in ASCII. */
    static String inHeader(String address) {
        int at = address.lastIndexOf('@');
        return address.substring(0, at + 1) + IDN.toASCII(address.substring(at + 1), IDN.USE_STD3_ASCII_RULES);
    }

    /** Without what could forge a line of a log. */
    static String shown(String text) {
        String visible = text.replaceAll("[\\p{Cc}\\p{Cf}\\u2028\\u2029]", "?");
        return visible.length() <= LONGEST ? visible : visible.substring(0, LONGEST) + "…";
    }
}
