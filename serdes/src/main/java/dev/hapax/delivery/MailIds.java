package dev.hapax.delivery;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** The id of a delivery in its mail, from which a report about the mail leads back to the delivery. */
public final class MailIds {

    private static final int LONGEST_ENVELOPE_ID = 100;
    private static final String HASHED = "sha256:";
    /** With the domain it has to fit into a line of 998 characters. */
    private static final int LONGEST_LEFT = 600;

    private static final int DIGITS_OF_DIGEST = 32;
    private static final String ID = ".id.hapax@";
    private static final String DIGEST = ".hapax@";

    private MailIds() {}

    /** For ENVID: as xtext of RFC 3461, or a hash of an id that is too long for it. */
    public static String envelopeId(String id) {
        String encoded = encoded(id, c -> c > ' ' && c < 0x7f && c != '+' && c != '=');
        return encoded.length() <= LONGEST_ENVELOPE_ID ? encoded : HASHED + digest(id);
    }

    /** For the header Message-ID, with the id in it unless it is too long. */
    public static String messageId(String id, String domain) {
        String encoded = encoded(id, MailIds::isPlain);
        return encoded.length() <= LONGEST_LEFT
                ? "<" + encoded + ID + domain + ">"
                : "<" + digest(id).substring(0, DIGITS_OF_DIGEST) + DIGEST + domain + ">";
    }

    /** The delivery with this Message-ID; null if no delivery id is in it. */
    public static @Nullable String ofMessageId(String messageId) {
        String text = messageId.strip();
        int end = text.indexOf(ID);
        if (end <= 1 || !text.startsWith("<") || !text.endsWith(">")) {
            return null;
        }
        String encoded = text.substring(1, end);
        return encoded.length() <= LONGEST_LEFT && encoded.chars().allMatch(c -> isPlain(c) || c == '+')
                ? decoded(encoded, c -> !isPlain(c))
                : null;
    }

    /**
     * The delivery with this envelope id; null if no delivery id can be in it. Servers report it decoded, as they should, or as it
     * was sent.
     */
    public static @Nullable String ofEnvelopeId(String envelopeId) {
        String text = envelopeId.strip();
        if (text.isEmpty() || text.length() > 2 * LONGEST_ENVELOPE_ID || text.startsWith(HASHED)) {
            return null;
        }
        String decoded = decoded(text, c -> c <= ' ' || c >= 0x7f || c == '+' || c == '=');
        return decoded == null ? text : decoded;
    }

    private static boolean isPlain(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    }

    private static String encoded(String text, IntPredicate plain) {
        StringBuilder out = new StringBuilder();
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            int c = b & 0xff;
            if (plain.test(c)) {
                out.append((char) c);
            } else {
                out.append('+').append(HexFormat.of().withUpperCase().toHexDigits(b));
            }
        }
        return out.toString();
    }

    /**
     * Null if it is not what {@link #encoded} writes.
     *
     * @param escaped which bytes are escaped there
     */
    private static @Nullable String decoded(String text, IntPredicate escaped) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '+') {
                if (c >= 0x7f || c < ' ') {
                    return null;
                }
                bytes.write(c);
                continue;
            }
            int b = i + 2 < text.length() ? hex(text.charAt(i + 1), text.charAt(i + 2)) : -1;
            if (b < 0 || !escaped.test(b)) {
                return null;
            }
            bytes.write(b);
            i += 2;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    private static int hex(char high, char low) {
        boolean upper = "0123456789ABCDEF".indexOf(high) >= 0 && "0123456789ABCDEF".indexOf(low) >= 0;
        return upper ? HexFormat.fromHexDigit(high) * 16 + HexFormat.fromHexDigit(low) : -1;
    }

    private static String digest(String id) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(id.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
