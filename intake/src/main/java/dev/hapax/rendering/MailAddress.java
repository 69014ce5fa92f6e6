package dev.hapax.rendering;

import java.net.IDN;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.james.mime4j.codec.EncoderUtil;
import org.jspecify.annotations.Nullable;

/**
 * What the mail channel takes for the address of one sender or recipient.
 *
 * @param name null for an address alone
 * @param address as it was written
 */
public record MailAddress(@Nullable String name, String address) {

    private static final int LONGEST = 254;
    private static final String ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\-\\p{L}\\p{M}\\p{N}]+";
    private static final Pattern LOCAL = Pattern.compile(ATOM + "(\\." + ATOM + ")*");
    private static final Pattern NAMED = Pattern.compile("([^<>]*)<([^<>]*)>");
    private static final Pattern QUOTED = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

    /** @throws RenderException if it is not exactly one address, without a name */
    public static MailAddress require(String text) throws RenderException {
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
        return new MailAddress(null, text);
    }

    /**
     * An address that may have a name, such as {@code Billing <billing@example.com>}.
     *
     * @param field for the message
     * @throws RenderException if it is not exactly one
     */
    public static MailAddress named(String field, String text) throws RenderException {
        Matcher named = NAMED.matcher(text.strip());
        String address = named.matches() ? named.group(2).strip() : text.strip();
        String name = named.matches() ? named.group(1).strip() : "";
        Matcher quoted = QUOTED.matcher(name);
        boolean isQuoted = quoted.matches();
        // Without its quotation marks, a comma starts another address.
        boolean several = !isQuoted && (name.indexOf('"') >= 0 || name.indexOf(',') >= 0 || name.indexOf(';') >= 0);
        if (several || text.length() > MailParts.LONGEST_HEADER || text.chars().anyMatch(Character::isISOControl)) {
            throw new RenderException(notOne(field, text));
        }
        try {
            require(address);
        } catch (RenderException e) {
            throw new RenderException(notOne(field, text));
        }
        String plain = isQuoted ? quoted.group(1).replaceAll("\\\\(.)", "$1") : name;
        return new MailAddress(plain.isBlank() ? null : plain.strip(), address);
    }

    private static String notOne(String field, String text) {
        return field + ": '" + shown(text) + "' must be one address, such as 'Billing <billing@example.com>'";
    }

    /** In ASCII. */
    public String domain() {
        return IDN.toASCII(address.substring(address.lastIndexOf('@') + 1), IDN.USE_STD3_ASCII_RULES);
    }

    /** As a header has it: the domain in ASCII. */
    String inHeader() {
        String plain = address.substring(0, address.lastIndexOf('@') + 1) + domain();
        return name == null ? plain : EncoderUtil.encodeAddressDisplayName(name) + " <" + plain + ">";
    }

    /** Without what could forge a line of a log. */
    static String shown(String text) {
        String visible = text.replaceAll("[\\p{Cc}\\p{Cf}\\u2028\\u2029]", "?");
        return visible.length() <= LONGEST ? visible : visible.substring(0, LONGEST) + "…";
    }
}
