package dev.hapax.intake.mail;

import dev.hapax.domain.Reason;
import dev.hapax.domain.RefusedException;
import java.nio.charset.StandardCharsets;
import org.apache.james.mime4j.codec.DecodeMonitor;
import org.apache.james.mime4j.codec.DecoderUtil;
import org.apache.james.mime4j.util.ByteSequence;

/** The header lines of a mail: where they begin, and what they say once unfolded and decoded. */
final class HeaderLines {

    /** Longer headers are left as they are: looking for encoded words in them takes time that grows with its square. */
    private static final int LONGEST_DECODED = 16 * 1024;

    private static final byte[] MBOX = "From ".getBytes(StandardCharsets.US_ASCII);

    private HeaderLines() {}

    /** Whether it can be the name of a header: letters, digits and the few signs that real names have. */
    static boolean isName(String name) {
        return !name.isEmpty() && name.chars().allMatch(HeaderLines::isNameCharacter);
    }

    /**
     * Where the first header begins: at the top, or below the line that mbox files put in front.
     *
     * @throws RefusedException UNREADABLE if there is no header
     */
    static int begin(byte[] bytes) throws RefusedException {
        int start = startsWith(bytes, MBOX) ? nextLine(bytes) : 0;
        int end = start;
        while (end < bytes.length && isNameCharacter(bytes[end])) {
            end++;
        }
        int colon = end;
        while (colon < bytes.length && (bytes[colon] == ' ' || bytes[colon] == '\t')) {
            colon++;
        }
        if (end == start || colon == bytes.length || bytes[colon] != ':') {
            throw new RefusedException(
                    Reason.UNREADABLE,
                    bytes.length == 0
                            ? "not a mail: the value is empty"
                            : "not a mail: it does not begin with a header");
        }
        return start;
    }

    /** The value of a header as a person would read it. */
    static String decoded(ByteSequence raw) {
        String text = unfolded(raw);
        return text.length() > LONGEST_DECODED
                ? text
                : DecoderUtil.decodeEncodedWords(text, DecodeMonitor.SILENT, StandardCharsets.ISO_8859_1);
    }

    /** The value of a header on one line, runs of white space made one: transport may fold it anew. */
    static String unfolded(ByteSequence raw) {
        byte[] bytes = raw.toByteArray();
        int colon = 0;
        while (colon < bytes.length && bytes[colon] != ':') {
            colon++;
        }
        String text = Charsets.decode(bytes, null);
        StringBuilder line = new StringBuilder(text.length());
        boolean space = false;
        // Everything up to the colon is ASCII, so bytes and characters count alike.
        for (int i = colon + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
                space = line.length() > 0;
            } else {
                if (space) {
                    line.append(' ');
                    space = false;
                }
                line.append(c);
            }
        }
        return line.toString();
    }

    private static boolean isNameCharacter(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '-'
                || c == '_'
                || c == '.';
    }

    private static boolean startsWith(byte[] bytes, byte[] prefix) {
        for (int i = 0; i < prefix.length; i++) {
            if (i >= bytes.length || bytes[i] != prefix[i]) {
                return false;
            }
        }
        return true;
    }

    private static int nextLine(byte[] bytes) {
        int i = 0;
        while (i < bytes.length && bytes[i] != '\n') {
            i++;
        }
        return Math.min(i + 1, bytes.length);
    }
}
