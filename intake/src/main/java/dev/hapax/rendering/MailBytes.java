package dev.hapax.rendering;

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
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import org.apache.james.mime4j.codec.EncoderUtil;
import org.apache.james.mime4j.dom.address.Mailbox;
import org.apache.james.mime4j.field.address.AddressFormatter;
import org.apache.james.mime4j.util.MimeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Writes a mail (RFC 5322, MIME) in one way only: Message-ID, Date and boundary follow from the delivery id and the time of the
 * message, so the same delivery has the same bytes on every machine.
 */
final class MailBytes {

    private static final int LONGEST_HEADER = 2_000;
    private static final int LONGEST_LINE = 998;
    /** A longer word would not fit into a line, and has to be encoded. */
    private static final int LONGEST_WORD = 70;

    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, d MMM yyyy HH:mm:ss Z", Locale.ENGLISH);

    private final ArtifactTemplate.Envelope envelope;
    private final Mailbox from;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    MailBytes(ArtifactTemplate.Envelope envelope, Mailbox from) {
        this.envelope = envelope;
        this.from = from;
    }

    /**
     * The value of a header.
     *
     * @throws RenderException when a value of the message would end the header
     */
    static String headerText(String name, TextTemplate template, TemplateValues values) throws RenderException {
        String text = template.render(values, LONGEST_HEADER).strip();
        if (text.chars().anyMatch(c -> Character.isISOControl(c) || c == '\u2028' || c == '\u2029')) {
            throw new RenderException(
                    name + ": has a line break or another control character: '" + MailAddress.shown(text) + "'");
        }
        if (text.isEmpty()) {
            throw new RenderException(name + ": is empty");
        }
        return text;
    }

    byte[] write(String subject, Map<String, String> headers, String text, @Nullable String html, int largest)
            throws RenderException {
        String digest = digest(envelope.id());
        header("From", AddressFormatter.DEFAULT.encode(from));
        header("To", MailAddress.inHeader(envelope.target()));
        header("Subject", encoded("Subject", subject));
        header("Date", DATE.format(Instant.ofEpochMilli(envelope.time()).atOffset(ZoneOffset.UTC)));
        header(
                "Message-ID",
                "<" + digest + ".hapax@"
                        + MailAddress.inHeader("x@" + from.getDomain()).substring(2) + ">");
        for (Map.Entry<String, String> further : headers.entrySet()) {
            header(further.getKey(), encoded(further.getKey(), further.getValue()));
        }
        header("MIME-Version", "1.0");
        if (html == null) {
            part("plain", text);
        } else {
            // A line of quoted-printable never contains it.
            String boundary = "=_hapax_" + digest;
            header("Content-Type", "multipart/alternative; boundary=\"" + boundary + "\"");
            line("");
            line("--" + boundary);
            part("plain", text);
            line("--" + boundary);
            part("html", html);
            line("--" + boundary + "--");
        }
        if (out.size() > largest) {
            throw new RenderException(
                    "the mail has " + out.size() + " bytes, more than delivery.max-artifact-bytes (" + largest + ")");
        }
        return out.toByteArray();
    }

    private static String encoded(String name, String text) {
        boolean plain = text.chars().allMatch(c -> c < 0x7f)
                && !text.contains("=?")
                && !text.contains("  ")
                && longestWord(text) <= (name.equals("Subject") ? LONGEST_WORD : LONGEST_LINE / 2);
        return plain ? text : EncoderUtil.encodeEncodedWord(text, EncoderUtil.Usage.TEXT_TOKEN, name.length() + 2);
    }

    private static int longestWord(String text) {
        int longest = 0;
        for (String word : text.split(" ", -1)) {
            longest = Math.max(longest, word.length());
        }
        return longest;
    }

    private void header(String name, String value) throws RenderException {
        String folded = MimeUtil.fold(name + ": " + value, 0);
        for (String line : folded.split("\r\n", -1)) {
            if (line.getBytes(StandardCharsets.UTF_8).length > LONGEST_LINE) {
                throw new RenderException(name + ": has a word that is too long for a line");
            }
        }
        line(folded);
    }

    private void part(String subtype, String text) throws RenderException {
        header("Content-Type", "text/" + subtype + "; charset=utf-8");
        header("Content-Transfer-Encoding", "quoted-printable");
        line("");
        String lines = text.replace("\r\n", "\n").replace('\r', '\n').replace("\n", "\r\n");
        byte[] utf8 = (lines.endsWith("\r\n") ? lines : lines + "\r\n").getBytes(StandardCharsets.UTF_8);
        try {
            EncoderUtil.encodeQ(new ByteArrayInputStream(utf8), out);
        } catch (IOException e) {
            throw new UncheckedIOException("memory can always be written", e);
        }
    }

    private void line(String text) {
        out.writeBytes((text + "\r\n").getBytes(StandardCharsets.UTF_8));
    }

    private static String digest(String id) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(id.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, 32);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
