package dev.hapax.rendering;

import dev.hapax.delivery.MailIds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.james.mime4j.codec.EncoderUtil;
import org.apache.james.mime4j.util.MimeUtil;
import org.jspecify.annotations.Nullable;

/**
 * A mail in its parts, and its bytes (RFC 5322, MIME), which are written in one way only: Message-ID and boundary follow from the
 * delivery id, so the same delivery has the same bytes on every machine.
 *
 * @param date null to leave it to the mail server
 * @param headers further ones, by name
 */
public record MailParts(
        MailAddress from,
        MailAddress to,
        @Nullable String date,
        String subject,
        Map<String, String> headers,
        String text,
        @Nullable String html) {

    static final int LONGEST_HEADER = 2_000;
    private static final int LONGEST_LINE = 998;
    /** A longer word would not fit into a line, and has to be encoded. */
    private static final int LONGEST_WORD = 70;

    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "EEE, d MMM yyyy HH:mm:ss Z", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9-]{0,75}");

    /** Hapax writes them itself, or a mail server does, or a recipient that nobody approved would come in. */
    private static final Set<String> RESERVED = Set.of(
            "from",
            "sender",
            "to",
            "cc",
            "bcc",
            "resent-to",
            "resent-cc",
            "resent-bcc",
            "subject",
            "date",
            "message-id",
            "mime-version",
            "return-path",
            "received",
            "dkim-signature");

    public MailParts {
        Map<String, String> sorted = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        sorted.putAll(headers);
        headers = Collections.unmodifiableMap(sorted);
    }

    /** As the header has it. */
    public static String date(Instant time) {
        return DATE.format(time);
    }

    /** @throws IllegalArgumentException if it is no name of a header, or that of one that nobody but Hapax may write */
    public static void requireHeaderName(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (!HEADER_NAME.matcher(name).matches() || RESERVED.contains(lower) || lower.startsWith("content-")) {
            throw new IllegalArgumentException("headers: " + MailAddress.shown(name)
                    + " can't be set; use a header such as Reply-To or List-Unsubscribe, with its plain name");
        }
    }

    /**
     * The value of a header.
     *
     * @param field for the message
     * @throws RenderException if it would end the header
     */
    public static String headerText(String field, String text) throws RenderException {
        if (text.chars().anyMatch(c -> Character.isISOControl(c) || c == '\u2028' || c == '\u2029')) {
            throw new RenderException(field + ": has a line break or another control character: '"
                    + MailAddress.shown(text) + "'. Remove it: it would start another header.");
        }
        if (text.isBlank()) {
            throw new RenderException(field + ": is empty");
        }
        if (text.length() > LONGEST_HEADER) {
            throw new RenderException(
                    field + ": has " + text.length() + " characters; must have at most " + LONGEST_HEADER);
        }
        return text;
    }

    /**
     * @param id of the delivery
     * @param largest how many bytes it may have
     * @throws RenderException if it would have more, or a line that no mail can have
     */
    public byte[] bytes(String id, int largest) throws RenderException {
        Out out = new Out();
        String digest = digest(id);
        out.header("From", from.inHeader());
        out.header("To", to.inHeader());
        out.header("Subject", encoded("Subject", subject));
        if (date != null) {
            out.header("Date", date);
        }
        out.header("Message-ID", MailIds.messageId(id, from.domain()));
        for (Map.Entry<String, String> further : headers.entrySet()) {
            out.header(further.getKey(), further(further.getKey(), further.getValue()));
        }
        out.header("MIME-Version", "1.0");
        if (html == null) {
            out.part("plain", text);
        } else {
            // A line of quoted-printable never contains it.
            String boundary = "=_hapax_" + digest;
            out.header("Content-Type", "multipart/alternative; boundary=\"" + boundary + "\"");
            out.line("");
            out.line("--" + boundary);
            out.part("plain", text);
            out.line("--" + boundary);
            out.part("html", html);
            out.line("--" + boundary + "--");
        }
        byte[] bytes = out.bytes.toByteArray();
        if (bytes.length > largest) {
            throw new RenderException(
                    "the mail has " + bytes.length + " bytes, more than delivery.max-artifact-bytes (" + largest + ")");
        }
        return bytes;
    }

    /** An address in an encoded word is none. */
    private static String further(String name, String value) throws RenderException {
        boolean ascii = value.chars().allMatch(c -> c < 0x7f);
        return ascii || !name.equalsIgnoreCase("Reply-To")
                ? encoded(name, value)
                : MailAddress.named("Reply-To", value).inHeader();
    }

    private static String encoded(String name, String text) {
        boolean plain = text.chars().allMatch(c -> c < 0x7f)
                && !text.contains("=?")
                && !text.contains("  ")
                && text.equals(text.strip())
                && longestWord(text) <= (name.equals("Subject") ? LONGEST_WORD : LONGEST_LINE - 100);
        return plain ? text : EncoderUtil.encodeEncodedWord(text, EncoderUtil.Usage.TEXT_TOKEN, name.length() + 2);
    }

    private static int longestWord(String text) {
        int longest = 0;
        for (String word : text.split(" ", -1)) {
            longest = Math.max(longest, word.length());
        }
        return longest;
    }

    private static String digest(String id) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(id.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, 32);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The lines of a mail. */
    private static final class Out {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        void header(String name, String value) throws RenderException {
            String folded = MimeUtil.fold(name + ": " + value, 0);
            for (String line : folded.split("\r\n", -1)) {
                if (line.getBytes(StandardCharsets.UTF_8).length > LONGEST_LINE) {
                    throw new RenderException(name + ": has a word that is too long for a line");
                }
            }
            line(folded);
        }

        void part(String subtype, String text) throws RenderException {
            header("Content-Type", "text/" + subtype + "; charset=utf-8");
            header("Content-Transfer-Encoding", "quoted-printable");
            line("");
            String lines = text.replace("\r\n", "\n").replace('\r', '\n').replace("\n", "\r\n");
            byte[] utf8 = (lines.endsWith("\r\n") ? lines : lines + "\r\n").getBytes(StandardCharsets.UTF_8);
            try {
                EncoderUtil.encodeQ(new ByteArrayInputStream(utf8), bytes);
            } catch (IOException e) {
                throw new UncheckedIOException("memory can always be written", e);
            }
        }

        void line(String text) {
            bytes.writeBytes((text + "\r\n").getBytes(StandardCharsets.UTF_8));
        }
    }
}
