package dev.hapax.demo.stream;

import dev.hapax.domain.Header;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The mail of a company: mostly newsletters and receipts, sometimes something that must not be missed. */
final class DemoMails {

    private static final List<Fixture> FIXTURES = Fixture.of(Feed.MAIL);

    private DemoMails() {}

    static Feed.Draft write(Dice dice, String code, Instant at, boolean altered) {
        return draft(letter(dice, code, at, altered), dice);
    }

    static Letter letter(Dice dice, String code, Instant at, boolean altered) {
        Fixture fixture = Fixture.pick(FIXTURES, dice);
        Fixture.TextTemplate words = new Fixture.TextTemplate(dice);
        String body = words.fill(fixture.body());
        return new Letter(
                words.fill(fixture.type()),
                words.fill(fixture.subject()),
                altered ? body + "\n\nThis replaces what we wrote before." : body,
                "<" + code + "@mail.example.com>",
                at,
                Letter.Form.of(dice));
    }

    static Feed.Draft draft(Letter letter, Dice dice) {
        List<Header> headers = dice.chance(0.2) ? JsonFeeds.traced(dice) : List.of();
        String id = letter.messageId();
        return new Feed.Draft(Feed.MAIL, id == null ? null : Feed.MAIL.identity(id), null, letter.bytes(), headers);
    }

    /** One mail, written as mail programs write it. */
    record Letter(
            String from,
            String subject,
            String body,
            @Nullable String messageId,
            Instant at,
            Form form) {

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

        /** The encoding most mail programs choose for text that is nearly ASCII. */
        static final class QuotedPrintable {

            private static final int LONGEST_LINE = 76;

            private QuotedPrintable() {}

            static String of(String text) {
                StringBuilder result = new StringBuilder(text.length() + 64);
                int column = 0;
                for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
                    if (b == '\n') {
                        result.append("\r\n");
                        column = 0;
                        continue;
                    }
                    String written = b >= 32 && b < 127 && b != '=' ? Character.toString((char) b) : hex(b);
                    // One column is kept for the sign that the line goes on.
                    if (column + written.length() >= LONGEST_LINE) {
                        result.append("=\r\n");
                        column = 0;
                    }
                    result.append(written);
                    column += written.length();
                }
                return result.toString();
            }

            private static String hex(byte b) {
                return "=" + Character.toUpperCase(Character.forDigit((b >> 4) & 0xf, 16))
                        + Character.toUpperCase(Character.forDigit(b & 0xf, 16));
            }
        }
    }
}
