package dev.hapax.channel.smtp;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Signs mails for one domain (RFC 6376, relaxed/relaxed). The signature is one header in front of the approved bytes, which stay as
 * they are. It has no time in it, so the same mail is always signed with the same bytes.
 */
public final class DkimSigner {

    /** Named once more than they are there, so that nobody can add another one. */
    private static final List<String> SEALED = List.of(
            "from",
            "to",
            "cc",
            "subject",
            "date",
            "reply-to",
            "message-id",
            "mime-version",
            "content-type",
            "content-transfer-encoding");

    private static final Set<String> SIGNED_IF_PRESENT = Set.of(
            "sender",
            "in-reply-to",
            "references",
            "list-id",
            "list-help",
            "list-unsubscribe",
            "list-unsubscribe-post",
            "auto-submitted");

    private static final Pattern SELECTOR = Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9-]+)*");
    private static final Pattern SPACES = Pattern.compile("[ \\t]+");
    private static final int WIDTH = 72;

    private final String domain;
    private final String selector;
    private final DkimKey key;

    /** @throws IllegalArgumentException if domain or selector can't be part of a DNS name */
    public DkimSigner(String domain, String selector, DkimKey key) {
        this.domain = EnvelopeAddress.domain(domain);
        this.selector = selector.toLowerCase(Locale.ROOT);
        this.key = key;
        if (!SELECTOR.matcher(this.selector).matches()) {
            throw new IllegalArgumentException(
                    "selector: " + selector + " must have letters, digits, dots and - only, such as 2026a");
        }
    }

    private record Header(String name, String line) {}

    /** The mail with its signature in front. */
    byte[] sign(byte[] message) {
        byte[] signature = signature(message).getBytes(StandardCharsets.ISO_8859_1);
        byte[] signed = new byte[signature.length + message.length];
        System.arraycopy(signature, 0, signed, 0, signature.length);
        System.arraycopy(message, 0, signed, signature.length, message.length);
        return signed;
    }

    /** For the record of an attempt. */
    String describe() {
        return "DKIM " + key.algorithm() + " d=" + domain + " s=" + selector;
    }

    private String signature(byte[] message) {
        // One character per byte, whatever the bytes mean.
        String text = new String(message, StandardCharsets.ISO_8859_1);
        int end = text.startsWith("\r\n") ? 0 : text.indexOf("\r\n\r\n");
        String head = end < 0 ? text : text.substring(0, end == 0 ? 0 : end + 2);
        String body = end < 0 ? "" : text.substring(end == 0 ? 2 : end + 4);
        List<Header> headers = headers(head);
        List<String> names = names(headers);
        String unsigned = "DKIM-Signature: v=1; a=" + key.algorithm() + "; c=relaxed/relaxed; d=" + domain + ";\r\n\ts="
                + selector + "; h=" + folded(names) + ";\r\n\tbh=" + base64(sha256(relaxedBody(body)))
                + ";\r\n\tb=";
        String signed = signedHeaders(headers, names) + relaxed(unsigned);
        String value = base64(key.sign(signed.getBytes(StandardCharsets.ISO_8859_1)));
        return unsigned + value.replaceAll("(.{" + WIDTH + "})(?=.)", "$1\r\n\t") + "\r\n";
    }

    private static List<Header> headers(String head) {
        List<Header> headers = new ArrayList<>();
        for (String line : head.split("\r\n(?![ \\t])", -1)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.add(new Header(line.substring(0, colon).strip().toLowerCase(Locale.ROOT), line));
            }
        }
        return headers;
    }

    /** What is signed, in this order. A name that is there n times stands for the last n of these headers. */
    private static List<String> names(List<Header> headers) {
        List<String> names = new ArrayList<>();
        for (Header header : headers) {
            if (SEALED.contains(header.name()) || SIGNED_IF_PRESENT.contains(header.name())) {
                names.add(header.name());
            }
        }
        names.addAll(SEALED);
        return names;
    }

    private static String signedHeaders(List<Header> headers, List<String> names) {
        Map<String, List<Header>> left = new HashMap<>();
        headers.forEach(header ->
                left.computeIfAbsent(header.name(), unused -> new ArrayList<>()).add(header));
        StringBuilder signed = new StringBuilder();
        for (String name : names) {
            List<Header> same = left.getOrDefault(name, List.of());
            if (!same.isEmpty()) {
                signed.append(relaxed(same.remove(same.size() - 1).line())).append("\r\n");
            }
        }
        return signed.toString();
    }

    private static String relaxed(String header) {
        int colon = header.indexOf(':');
        String value = header.substring(colon + 1).replace("\r\n", "");
        return header.substring(0, colon).strip().toLowerCase(Locale.ROOT) + ":"
                + trimmed(SPACES.matcher(value).replaceAll(" "));
    }

    private static String relaxedBody(String body) {
        StringBuilder relaxed = new StringBuilder();
        int empty = 0;
        for (String line : body.split("\r\n", -1)) {
            String text = SPACES.matcher(line).replaceAll(" ");
            text = text.endsWith(" ") ? text.substring(0, text.length() - 1) : text;
            if (text.isEmpty()) {
                empty++;
            } else {
                relaxed.append("\r\n".repeat(empty)).append(text).append("\r\n");
                empty = 0;
            }
        }
        return relaxed.toString();
    }

    /** Spaces only: other bytes that Java takes for white space belong to the text. */
    private static String trimmed(String text) {
        int from = text.startsWith(" ") ? 1 : 0;
        int to = text.endsWith(" ") ? text.length() - 1 : text.length();
        return from < to ? text.substring(from, to) : "";
    }

    private static String folded(List<String> names) {
        StringBuilder text = new StringBuilder();
        int column = 0;
        for (int i = 0; i < names.size(); i++) {
            String name = (i == 0 ? "" : ":") + names.get(i);
            if (column + name.length() > WIDTH - 20) {
                text.append("\r\n\t");
                column = 0;
            }
            text.append(name);
            column += name.length();
        }
        return text.toString();
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.ISO_8859_1));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
