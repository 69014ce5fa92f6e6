package dev.hapax.masking;

import dev.hapax.domain.Content;
import dev.hapax.domain.Message;
import dev.hapax.domain.RefusedException;
import dev.hapax.domain.Value;
import dev.hapax.intake.ReadLimits;
import dev.hapax.intake.mail.Rfc822Format;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the masked headers of a mail, and copies of their values in other headers. It also hides the body, which may quote them in
 * any encoding.
 */
final class MaskedMail {

    private static final String FROM = "from";
    /** The header and the fields derived from it: masking one masks all. */
    private static final Set<String> OF_FROM = Set.of(FROM, "sender", "sender-domain");

    private static final String BODY = "body";
    /** Mails with more headers are hidden, because decoding each of them costs too much. */
    private static final int MOST_HEADERS = 1_000;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]+");

    private MaskedMail() {}

    /**
     * A mail without its masked fields.
     *
     * @param said the values of the masked fields
     */
    record Result(String text, Set<String> said, boolean masked) {}

    /** Whether a field is derived from a masked one. */
    static boolean isOf(Masks masks, String field) {
        return OF_FROM.contains(field.toLowerCase(Locale.ROOT))
                && OF_FROM.stream().anyMatch(masks::covers);
    }

    /**
     * Null if it cannot be parsed as a mail.
     *
     * @param elsewhere the values of masked record headers
     */
    static @Nullable Result of(Message message, String text, Masks masks, Set<String> elsewhere) {
        List<Header> headers = Header.of(text);
        if (headers.size() > MOST_HEADERS
                || headers.stream().allMatch(header -> header.name().isEmpty())) {
            return null;
        }
        Set<String> covered = new LinkedHashSet<>();
        headers.stream()
                .map(Header::field)
                .filter(field -> masks.covers(field) || isOf(masks, field))
                .forEach(covered::add);
        boolean body = masks.covers(BODY);
        if (covered.isEmpty() && !body && elsewhere.isEmpty()) {
            return new Result(text, Set.of(), false);
        }
        Content content = content(message, headers, covered, body);
        if (content == null) {
            return null;
        }
        Set<String> said = said(content, headers, covered, body);
        Set<String> all = new LinkedHashSet<>(elsewhere);
        all.addAll(said);
        Redaction redaction = Redaction.of(all);
        return redaction.hidesEverything() ? null : new Result(shown(headers, covered, content, redaction), said, true);
    }

    private static @Nullable Content content(Message message, List<Header> headers, Set<String> covered, boolean body) {
        Set<String> fields = new LinkedHashSet<>(fields(covered, body));
        headers.stream().filter(Header::isEncoded).map(Header::field).forEach(fields::add);
        fields.removeIf(field -> !NAME.matcher(field).matches());
        try {
            return new Rfc822Format()
                    .reader(fields, new ReadLimits(ReadLimits.DEEPEST))
                    .read(message);
        } catch (RefusedException e) {
            return null;
        }
    }

    private static Set<String> fields(Set<String> covered, boolean body) {
        Set<String> fields = new LinkedHashSet<>(covered);
        if (body) {
            fields.add(BODY);
        }
        if (covered.contains(FROM)) {
            fields.addAll(OF_FROM);
        }
        return fields;
    }

    private static Set<String> said(Content content, List<Header> headers, Set<String> covered, boolean body) {
        Set<String> said = new LinkedHashSet<>();
        for (String field : fields(covered, body)) {
            Value value = content.get(field);
            if (value != null) {
                said.add(value.display());
            }
        }
        // The reader returns only the first header of each name.
        headers.stream()
                .filter(header -> covered.contains(header.field()))
                .map(Header::value)
                .forEach(said::add);
        return said;
    }

    private static String shown(List<Header> headers, Set<String> covered, Content content, Redaction redaction) {
        StringBuilder shown = new StringBuilder();
        for (Header header : headers) {
            boolean hidden = covered.contains(header.field())
                    || (header.isEncoded() && !isHarmless(header, headers, content, redaction));
            shown.append(hidden ? header.struckOut() : header.without(redaction))
                    .append('\n');
        }
        return shown.append('\n').append(Masking.MASKED).append('\n').toString();
    }

    /** Whether its encoded words are known to contain no masked value. */
    private static boolean isHarmless(Header header, List<Header> headers, Content content, Redaction redaction) {
        Value value = NAME.matcher(header.field()).matches() ? content.get(header.field()) : null;
        boolean alone = headers.stream()
                        .filter(other -> other.field().equals(header.field()))
                        .count()
                == 1;
        return alone && value != null && redaction.of(value.display()).equals(value.display());
    }

    /**
     * A header of a mail, with the lines it is folded into.
     *
     * @param name as written; empty if the line is not a header
     */
    record Header(String name, List<String> lines) {

        /** The headers before the first empty line. */
        static List<Header> of(String mail) {
            List<Header> headers = new ArrayList<>();
            for (String line : mail.lines().takeWhile(line -> !line.isEmpty()).toList()) {
                if (Character.isWhitespace(line.charAt(0)) && !headers.isEmpty()) {
                    headers.get(headers.size() - 1).lines.add(line);
                } else {
                    int colon = line.indexOf(':');
                    String name = colon < 0 ? "" : line.substring(0, colon).strip();
                    headers.add(new Header(name, new ArrayList<>(List.of(line))));
                }
            }
            return headers;
        }

        /** Its name in lower case. */
        String field() {
            return name.toLowerCase(Locale.ROOT);
        }

        /** On one line: a value may be folded anywhere. */
        String unfolded() {
            return String.join(" ", lines.stream().map(String::strip).toList());
        }

        String value() {
            String line = unfolded();
            return line.substring(line.indexOf(':') + 1).strip();
        }

        /** Whether it contains encoded words (RFC 2047). */
        boolean isEncoded() {
            return unfolded().contains("=?");
        }

        /** Without its value. */
        String struckOut() {
            return name + ": " + Masking.MASKED;
        }

        /** Unchanged if it contains no masked value, otherwise on one line. */
        String without(Redaction redaction) {
            String line = unfolded();
            String redacted = redaction.of(line);
            return redacted.equals(line) ? String.join("\n", lines) : redacted;
        }
    }
}
