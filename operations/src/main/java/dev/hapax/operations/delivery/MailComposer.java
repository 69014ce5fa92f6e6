package dev.hapax.operations.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.operations.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes the exact bytes of a mail from its parts. The same parts make the same bytes: the message id is derived from the delivery
 * id, and the date is given or left to the mail server.
 */
final class MailComposer {

    static final Set<String> FIELDS = Set.of("from", "to", "subject", "text", "html", "headers");

    /** Composed here, or by the mail server. */
    private static final Set<String> RESERVED = Set.of(
            "from", "to", "cc", "bcc", "subject", "message-id", "mime-version", "sender", "return-path", "received");

    private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9-]{0,75}");
    private static final Pattern NAMED_ADDRESS = Pattern.compile("\\s*([^<>]*?)\\s*<([^<>\\s]+)>\\s*");
    private static final int LONGEST_HEADER = 900;
    private static final int LONGEST_LINE = 900;
    /** So many bytes of UTF-8 make an encoded word of at most 75 characters. */
    private static final int BYTES_OF_A_WORD = 42;

    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("EEE, d MMM yyyy HH:mm:ss Z", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final String id;
    private final StringBuilder out = new StringBuilder();

    private MailComposer(String id) {
        this.id = id;
    }

    /**
     * @param mail the object of a request
     * @param from of the channel; used if the request has none
     * @param date null to leave it to the mail server
     * @throws IllegalArgumentException if a field is missing, unknown, or would change other headers
     */
    static byte[] compose(String id, JsonNode mail, String from, String target, @Nullable Instant date) {
        return new MailComposer(id).bytes(mail, from, target, date);
    }

    private byte[] bytes(JsonNode mail, String from, String target, @Nullable Instant date) {
        StagingRequest.onlyFields(mail, "mail", FIELDS);
        String sender = or(StagingRequest.text(mail, "mail", "from"), from);
        String subject = StagingRequest.required(mail, "mail", "subject");
        String text = StagingRequest.required(mail, "mail", "text");
        String html = StagingRequest.text(mail, "mail", "html");
        SortedMap<String, String> more = headers(mail.path("headers"));
        header("From", address("from", sender));
        header("To", address("to", or(StagingRequest.text(mail, "mail", "to"), target)));
        header("Subject", encoded("subject", subject));
        if (date != null && !more.containsKey("Date")) {
            header("Date", DATE.format(date));
        }
        header("Message-ID", "<" + hash(id) + "@" + domain(sender) + ">");
        more.forEach((name, value) -> header(name, encoded("headers." + name, value)));
        header("MIME-Version", "1.0");
        if (html == null) {
            part("text/plain", text);
        } else {
            String boundary = "hapax-" + hash(id + "\0" + text + "\0" + html);
            header("Content-Type", "multipart/alternative; boundary=\"" + boundary + "\"");
            out.append("\r\n--").append(boundary).append("\r\n");
            part("text/plain", text);
            out.append("--").append(boundary).append("\r\n");
            part("text/html", html);
            out.append("--").append(boundary).append("--\r\n");
        }
        return out.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static String or(@Nullable String text, String otherwise) {
        return text == null ? otherwise : text;
    }

    private static SortedMap<String, String> headers(JsonNode node) {
        SortedMap<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        if (node.isMissingNode() || node.isNull()) {
            return headers;
        }
        if (!node.isObject()) {
            throw new IllegalArgumentException("mail.headers: must be an object of names and values");
        }
        node.properties().forEach(field -> {
            String name = field.getKey();
            if (!HEADER_NAME.matcher(name).matches()) {
                throw new IllegalArgumentException("mail.headers: '" + StagingRequest.printable(name)
                        + "' must be a header name: letters, digits and -");
            }
            String lower = name.toLowerCase(Locale.ROOT);
            if (RESERVED.contains(lower) || lower.startsWith("content-")) {
                throw new IllegalArgumentException("mail.headers: " + name
                        + " can't be set here. Use the fields of mail, or give the whole message as artifact.");
            }
            if (!field.getValue().isTextual()) {
                throw new IllegalArgumentException("mail.headers." + name + ": must be a string");
            }
            if (headers.put(name, field.getValue().textValue()) != null) {
                throw new IllegalArgumentException("mail.headers: " + name + " is there twice");
            }
        });
        return headers;
    }

    private void header(String name, String value) {
        out.append(name).append(": ").append(value).append("\r\n");
    }

    /** As it is if it is ASCII, else as encoded words. */
    private static String encoded(String field, String text) {
        if (text.length() > LONGEST_HEADER) {
            throw new IllegalArgumentException(
                    "mail." + field + ": has " + text.length() + " characters; must have at most " + LONGEST_HEADER);
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("mail." + field
                    + ": has a line break or another control character, which would start another header. Remove it.");
        }
        if (text.chars().allMatch(c -> c >= 0x20 && c < 0x7f) && !text.contains("=?")) {
            return text;
        }
        StringBuilder words = new StringBuilder();
        StringBuilder word = new StringBuilder();
        int[] points = text.codePoints().toArray();
        for (int i = 0; i < points.length; i++) {
            word.appendCodePoint(points[i]);
            boolean last = i == points.length - 1;
            if (last || utf8(word + Character.toString(points[i + 1])).length > BYTES_OF_A_WORD) {
                words.append(words.length() == 0 ? "" : "\r\n ")
                        .append("=?UTF-8?B?")
                        .append(Base64.getEncoder().encodeToString(utf8(word.toString())))
                        .append("?=");
                word.setLength(0);
            }
        }
        return words.toString();
    }

    /** With its name encoded, if it has one. */
    private static String address(String field, String text) {
        Matcher named = NAMED_ADDRESS.matcher(text);
        if (named.matches()) {
            String name = named.group(1).replace("\"", "");
            if (name.isEmpty()) {
                return plain(field, named.group(2));
            }
            String shown = encoded(field, name);
            return (shown.equals(name) ? "\"" + name.replace("\\", "") + "\"" : shown) + " <"
                    + plain(field, named.group(2)) + ">";
        }
        return plain(field, text);
    }

    private static String plain(String field, String address) {
        if (!address.chars().allMatch(c -> c > 0x20 && c < 0x7f)
                || address.indexOf(',') >= 0
                || address.indexOf('@') < 1
                || address.length() > LONGEST_HEADER) {
            throw new IllegalArgumentException("mail." + field + ": '" + StagingRequest.printable(address)
                    + "' must be one address in ASCII, such as ann@example.org or Ann <ann@example.org>");
        }
        return address;
    }

    private static String domain(String from) {
        Matcher named = NAMED_ADDRESS.matcher(from);
        String address = named.matches() ? named.group(2) : from;
        return address.substring(address.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
    }

    private void part(String type, String text) {
        String lines = text.replace("\r\n", "\n").replace('\r', '\n').replace("\n", "\r\n");
        lines = lines.endsWith("\r\n") ? lines : lines + "\r\n";
        boolean plain = lines.chars().allMatch(c -> c == '\r' || c == '\n' || c == '\t' || (c >= 0x20 && c < 0x7f))
                && lines.lines().allMatch(line -> line.length() <= LONGEST_LINE);
        header("Content-Type", type + "; charset=" + (plain ? "us-ascii" : "utf-8"));
        header("Content-Transfer-Encoding", plain ? "7bit" : "base64");
        out.append("\r\n");
        out.append(plain ? lines : Base64.getMimeEncoder().encodeToString(utf8(lines)) + "\r\n");
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String hash(String text) {
        return HexFormat.of().formatHex(Sha256.of(utf8(text))).substring(0, 32);
    }
}
