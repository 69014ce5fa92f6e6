package dev.hapax.intake.mail;

import dev.hapax.domain.Reason;
import dev.hapax.domain.RefusedException;
import dev.hapax.intake.ReadLimits;
import dev.hapax.intake.canonical.CanonicalBytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.james.mime4j.MimeException;
import org.apache.james.mime4j.stream.BodyDescriptor;
import org.apache.james.mime4j.stream.EntityState;
import org.apache.james.mime4j.stream.Field;
import org.apache.james.mime4j.stream.MimeConfig;
import org.apache.james.mime4j.stream.MimeTokenStream;
import org.apache.james.mime4j.stream.RecursionMode;
import org.apache.james.mime4j.util.ByteSequence;
import org.jspecify.annotations.Nullable;

/** One pass over the bytes of one mail. */
final class MailParser {

    private static final int MOST_PARTS = 1_000;
    private static final int LONGEST_BOUNDARY = 1_000;
    private static final MimeConfig CONFIG = MimeConfig.custom()
            .setMaxLineLen(-1)
            .setMaxContentLen(-1)
            .setMaxHeaderCount(10_000)
            .setMaxHeaderLen(256 * 1024)
            .build();

    /** A mail has at least one of these; a log line or a key-value file that happens to begin with a colon has none. */
    private static final Set<String> TELLING =
            Set.of("from", "to", "cc", "subject", "date", "message-id", "received", "return-path", "delivered-to");

    private final MimeTokenStream stream = new MimeTokenStream(CONFIG);
    private final Set<String> wanted;
    private final int maxDepth;
    private final @Nullable CanonicalBytes form;
    private final Map<String, String> headers = new HashMap<>();
    private final BodyText body = new BodyText();
    private final List<ByteSequence> from = new ArrayList<>();
    private boolean telling;
    private boolean inPart;
    private boolean attached;
    private int parts;

    private MailParser(Set<String> wanted, ReadLimits limits, @Nullable CanonicalBytes form) {
        this.wanted = wanted;
        this.maxDepth = limits.maxDepth();
        this.form = form;
    }

    /**
     * @param wanted the headers to decode
     * @param form where every body part is written to be hashed; null when nobody asks for the hash
     * @throws RefusedException UNREADABLE when the bytes are no mail
     */
    static Mail parse(byte[] bytes, Set<String> wanted, ReadLimits limits, @Nullable CanonicalBytes form)
            throws RefusedException {
        int start = HeaderLines.begin(bytes);
        MailParser parser = new MailParser(wanted, limits, form);
        parser.stream.setRecursionMode(RecursionMode.M_NO_RECURSE);
        parser.stream.parse(new ByteArrayInputStream(bytes, start, bytes.length - start));
        try {
            return parser.read();
        } catch (MimeException | IOException e) {
            throw new RefusedException(Reason.UNREADABLE, "not a mail that can be read: " + e.getMessage(), e);
        } finally {
            parser.stream.stop();
        }
    }

    private Mail read() throws MimeException, IOException, RefusedException {
        for (EntityState state = stream.getState(); state != EntityState.T_END_OF_STREAM; state = stream.next()) {
            switch (state) {
                case T_START_HEADER -> attached = false;
                case T_FIELD -> field(stream.getField());
                case T_END_HEADER -> endOfHeader();
                case T_START_MULTIPART -> multipart(stream.getBodyDescriptor());
                case T_END_MULTIPART -> body.close();
                case T_BODY -> part(stream.getBodyDescriptor());
                default -> {}
            }
        }
        return new Mail(headers, from, body);
    }

    private void field(Field field) {
        String name = field.getNameLowerCase();
        if (name.equals("content-disposition")) {
            attached = HeaderLines.unfolded(field.getRaw()).regionMatches(true, 0, "attachment", 0, 10);
        }
        if (inPart) {
            return;
        }
        telling |= TELLING.contains(name);
        if (wanted.contains(name)) {
            headers.computeIfAbsent(name, ignored -> HeaderLines.decoded(field.getRaw()));
        }
        if (name.equals("from") && (wanted.contains("sender") || wanted.contains("sender-domain"))) {
            from.add(field.getRaw());
        }
    }

    private void endOfHeader() throws RefusedException {
        if (!inPart && !telling) {
            throw new RefusedException(
                    Reason.UNREADABLE, "not a mail: it has none of the headers From, To, Subject, Date, Message-ID");
        }
        inPart = true;
    }

    private void multipart(BodyDescriptor descriptor) throws IOException, RefusedException {
        body.open(descriptor.getMimeType().equalsIgnoreCase("multipart/alternative"));
        if (body.depth() > maxDepth) {
            throw new RefusedException(
                    Reason.UNREADABLE, "multiparts are nested deeper than limits.max-depth (" + maxDepth + ")");
        }
        String boundary = descriptor.getBoundary();
        if (boundary == null || boundary.isEmpty() || boundary.length() > LONGEST_BOUNDARY) {
            // Nothing says where its parts begin, so it is shown as the text it is.
            text(Charsets.decode(stream.getInputStream().readAllBytes(), null), "text/plain");
        }
    }

    private void part(BodyDescriptor descriptor) throws IOException, RefusedException {
        if (++parts > MOST_PARTS) {
            throw new RefusedException(Reason.UNREADABLE, "the mail has more than " + MOST_PARTS + " parts");
        }
        String type = descriptor.getMimeType();
        if (type.startsWith("text/") && !attached) {
            text(Charsets.decode(stream.getDecodedInputStream().readAllBytes(), descriptor.getCharset()), type);
        } else if (form != null) {
            form.text(type);
            form.bytes(stream.getDecodedInputStream().readAllBytes());
        }
    }

    private void text(String raw, String type) {
        String text = raw.replace("\r\n", "\n").replace('\r', '\n');
        if (form != null) {
            form.text(type);
            form.text(text.stripTrailing());
        }
        body.add(text, type.equals("text/html"));
    }
}
