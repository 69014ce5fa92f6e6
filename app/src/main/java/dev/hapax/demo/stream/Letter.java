package dev.hapax.demo.stream;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One mail, written as mail programs write it. */
record Letter(
        String from, String subject, String body, @Nullable String messageId, Instant at, Form form) {

    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM uuuu HH:mm:ss Z", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private static final String BOUNDARY = "=_part_of_a_demo_mail";

    /** How the text is put into the mail. */
    enum Form {
        PLAIN,
        QUOTED_PRINTABLE,
        BASE64,
        HTML,
        ALTERNATIVE;

        static Form of(Dice dice) {
            return dice.pick(List.of(values()));
        }
    }

    Letter withoutMessageId() {
        return new Letter(from, subject, body, null, at, form);
    }

    byte[] bytes() {
        StringBuilder mail = new StringBuilder(1024);
        mail.append("Received: from relay.example.net (relay.example.net [192.0.2.17])\r\n"
                + "\tby mx1.example.com with ESMTPS; ");
        mail.append(DATE.format(at)).append("\r\n");
        mail.append("From: ").append(encodedName(from)).append("\r\n");
        mail.append("To: Operations <ops@example.com>\r\n");
        mail.append("Subject: ").append(encoded(subject)).append("\r\n");
        mail.append("Date: ").append(DATE.format(at)).append("\r\n");
        if (messageId != null) {
            mail.append("Message-ID: ").append(messageId).append("\r\n");
        }
        mail.append("MIME-Version: 1.0\r\n");
        content(mail);
        return mail.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void content(StringBuilder mail) {
        switch (form) {
            case PLAIN -> part(mail, "text/plain", "8bit", body.replace("\n", "\r\n"));
            case QUOTED_PRINTABLE -> part(mail, "text/plain", "quoted-printable", QuotedPrintable.of(body));
            case BASE64 -> part(mail, "text/plain", "base64", base64(body));
            case HTML -> part(mail, "text/html", "quoted-printable", QuotedPrintable.of(html()));
            case ALTERNATIVE -> {
                mail.append("Content-Type: multipart/alternative;\r\n boundary=\"" + BOUNDARY + "\"\r\n\r\n");
                mail.append("--" + BOUNDARY + "\r\n");
                part(mail, "text/plain", "quoted-printable", QuotedPrintable.of(body));
                mail.append("\r\n--" + BOUNDARY + "\r\n");
                part(mail, "text/html", "base64", base64(html()));
                mail.append("\r\n--" + BOUNDARY + "--\r\n");
            }
        }
    }

    private static void part(StringBuilder mail, String type, String encoding, String text) {
        mail.append("Content-Type: ").append(type).append("; charset=utf-8\r\n");
        mail.append("Content-Transfer-Encoding: ").append(encoding).append("\r\n\r\n");
        mail.append(text).append("\r\n");
    }

    private String html() {
        return "<!doctype html><html><head><style>p { margin: 1em }</style></head><body><p>"
                + body.replace("&", "&amp;").replace("<", "&lt;").replace("\n\n", "</p><p>")
                + "</p></body></html>";
    }

    private static String base64(String text) {
        return Base64.getMimeEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The name before an address is encoded, the address never. */
    private static String encodedName(String from) {
        int address = from.lastIndexOf('<');
        String name = from.substring(0, address).strip();
        return (isAscii(name) ? "\"" + name + "\"" : encoded(name)) + " " + from.substring(address);
    }

    private static String encoded(String text) {
        return isAscii(text)
                ? text
                : "=?UTF-8?B?" + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)) + "?=";
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 128);
    }
}
