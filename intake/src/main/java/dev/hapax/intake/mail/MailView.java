package dev.hapax.intake.mail;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.james.mime4j.MimeException;
import org.apache.james.mime4j.stream.BodyDescriptor;
import org.apache.james.mime4j.stream.EntityState;
import org.apache.james.mime4j.stream.Field;
import org.apache.james.mime4j.stream.MimeConfig;
import org.apache.james.mime4j.stream.MimeTokenStream;
import org.apache.james.mime4j.stream.RecursionMode;
import org.jspecify.annotations.Nullable;

/**
 * A mail as a person who reviews it sees it. Every part of it is bounded, whatever the mail is like; a mail that can't be parsed is
 * shown as far as it could be.
 *
 * @param text of the first plain part; null without one
 * @param html of the first HTML part, as the mail has it; null without one
 * @param raw the first bytes, as text
 * @param truncated whether anything is left out
 */
public record MailView(
        List<HeaderLine> headers,
        @Nullable String text,
        @Nullable String html,
        List<Attachment> attachments,
        String raw,
        boolean truncated) {

    private static final int MOST_HEADERS = 200;
    private static final int LONGEST_HEADER = 2_000;
    private static final int MOST_ATTACHMENTS = 50;
    private static final int LARGEST_TEXT = 64 * 1024;
    private static final int LARGEST_HTML = 256 * 1024;
    private static final int LARGEST_RAW = 64 * 1024;
    private static final int MOST_PARTS = 200;
    private static final int DEEPEST = 20;
    private static final int LONGEST_BOUNDARY = 1_000;

    private static final MimeConfig CONFIG = MimeConfig.custom()
            .setMaxLineLen(-1)
            .setMaxContentLen(-1)
            .setMaxHeaderCount(1_000)
            .setMaxHeaderLen(64 * 1024)
            .build();

    /** A header, its value decoded and on one line. */
    public record HeaderLine(String name, String value) {}

    /**
     * A part that is not shown.
     *
     * @param name of the file; null if the mail gives none
     * @param size decoded, in bytes
     */
    public record Attachment(@Nullable String name, String type, long size) {}

    public MailView {
        headers = List.copyOf(headers);
        attachments = List.copyOf(attachments);
    }

    /** Never fails. */
    public static MailView of(byte[] mail) {
        Parser parser = new Parser();
        try {
            parser.read(mail);
        } catch (MimeException | IOException | RuntimeException | StackOverflowError e) {
            // A hostile or broken mail: the rest is in the raw text.
            parser.truncated = true;
        } finally {
            parser.stream.stop();
        }
        boolean cut = mail.length > LARGEST_RAW;
        byte[] shown = cut ? Arrays.copyOf(mail, LARGEST_RAW) : mail;
        return new MailView(
                parser.headers,
                parser.text,
                parser.html,
                parser.attachments,
                Charsets.decode(shown, null),
                parser.truncated || cut);
    }

    /** The value of the first header of that name; null without one. */
    public @Nullable String header(String name) {
        return headers.stream()
                .filter(header -> header.name().equalsIgnoreCase(name))
                .map(HeaderLine::value)
                .findFirst()
                .orElse(null);
    }

    private static final class Parser {

        private final MimeTokenStream stream = new MimeTokenStream(CONFIG);
        private final List<HeaderLine> headers = new ArrayList<>();
        private final List<Attachment> attachments = new ArrayList<>();
        private @Nullable String text;
        private @Nullable String html;
        private boolean truncated;
        private boolean inPart;
        private @Nullable String disposition;
        private int depth;
        private int parts;

        void read(byte[] mail) throws MimeException, IOException {
            stream.setRecursionMode(RecursionMode.M_NO_RECURSE);
            stream.parse(new ByteArrayInputStream(mail));
            for (EntityState state = stream.getState(); state != EntityState.T_END_OF_STREAM; state = stream.next()) {
                switch (state) {
                    case T_START_HEADER -> disposition = null;
                    case T_FIELD -> field(stream.getField());
                    case T_END_HEADER -> inPart = true;
                    case T_START_MULTIPART -> {
                        String boundary = stream.getBodyDescriptor().getBoundary();
                        if (++depth > DEEPEST || (boundary != null && boundary.length() > LONGEST_BOUNDARY)) {
                            truncated = true;
                            return;
                        }
                    }
                    case T_END_MULTIPART -> depth--;
                    case T_BODY -> {
                        if (++parts > MOST_PARTS) {
                            truncated = true;
                            return;
                        }
                        part(stream.getBodyDescriptor());
                    }
                    default -> {}
                }
            }
        }

        private void field(Field field) {
            if (field.getNameLowerCase().equals("content-disposition")) {
                disposition = HeaderLines.unfolded(field.getRaw());
            }
            if (inPart) {
                return;
            }
            if (headers.size() == MOST_HEADERS) {
                truncated = true;
                return;
            }
            headers.add(new HeaderLine(
                    cut(field.getName(), LONGEST_HEADER), cut(HeaderLines.decoded(field.getRaw()), LONGEST_HEADER)));
        }

        private void part(BodyDescriptor descriptor) throws IOException {
            String type = descriptor.getMimeType().toLowerCase(Locale.ROOT);
            boolean attached = disposition != null && disposition.regionMatches(true, 0, "attachment", 0, 10);
            try (InputStream body = stream.getDecodedInputStream()) {
                if (!attached && text == null && type.equals("text/plain")) {
                    text = decoded(body, descriptor, LARGEST_TEXT);
                } else if (!attached && html == null && type.equals("text/html")) {
                    html = decoded(body, descriptor, LARGEST_HTML);
                } else if (attachments.size() < MOST_ATTACHMENTS) {
                    attachments.add(new Attachment(name(), cut(type, 100), length(body)));
                } else {
                    truncated = true;
                }
            }
        }

        private String decoded(InputStream body, BodyDescriptor descriptor, int most) throws IOException {
            byte[] bytes = body.readNBytes(most + 1);
            truncated |= bytes.length > most;
            return cut(Charsets.decode(bytes, descriptor.getCharset()).replace("\r\n", "\n"), most);
        }

        private static long length(InputStream body) throws IOException {
            byte[] buffer = new byte[8192];
            long length = 0;
            for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
                length += read;
            }
            return length;
        }

        private @Nullable String name() {
            String text = disposition;
            int at = text == null ? -1 : text.toLowerCase(Locale.ROOT).indexOf("filename=");
            if (text == null || at < 0) {
                return null;
            }
            String name = text.substring(at + "filename=".length()).replace("\"", "");
            int end = name.indexOf(';');
            return cut(end < 0 ? name : name.substring(0, end), 200);
        }

        private String cut(String text, int most) {
            if (text.length() <= most) {
                return text;
            }
            truncated = true;
            // Not in the middle of a character.
            int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
            return text.substring(0, end);
        }
    }
}
