package dev.hapax.operations.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.rendering.MailAddress;
import dev.hapax.rendering.MailParts;
import dev.hapax.rendering.RenderException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The {@code mail} of a request, and the bytes that are made of it: the same ones each time. */
final class MailRequest {

    private static final String IN = "mail";
    private static final String DATE = "Date";
    private static final Set<String> FIELDS = Set.of("from", "to", "subject", "text", "html", "headers");

    private MailRequest() {}

    /**
     * @param mail the object of a request
     * @param from of the channel; used if the request has none
     * @param date used if the request has none; null to leave it to the mail server
     * @param largest how many bytes the mail may have
     * @throws IllegalArgumentException if a field is missing, unknown, or would change other headers
     */
    static byte[] compose(String id, JsonNode mail, String from, String target, @Nullable Instant date, int largest) {
        StagingRequest.onlyFields(mail, IN, FIELDS);
        String subject = StagingRequest.required(mail, IN, "subject");
        String text = StagingRequest.required(mail, IN, "text");
        Map<String, String> headers = headers(mail.path("headers"));
        String givenDate = headers.remove(DATE);
        try {
            MailParts.headerText("mail.subject", subject);
            for (Map.Entry<String, String> header : headers.entrySet()) {
                MailParts.headerText("mail.headers." + header.getKey(), header.getValue());
            }
            return new MailParts(
                            address(mail, "from", from),
                            address(mail, "to", target),
                            givenDate == null ? date == null ? null : MailParts.date(date) : date(givenDate),
                            subject,
                            headers,
                            text,
                            StagingRequest.text(mail, IN, "html"))
                    .bytes(id, largest);
        } catch (RenderException e) {
            String why = String.valueOf(e.getMessage());
            throw new IllegalArgumentException(why.startsWith("mail.") ? why : "mail: " + why, e);
        }
    }

    private static MailAddress address(JsonNode mail, String field, String otherwise) throws RenderException {
        String given = StagingRequest.text(mail, IN, field);
        return MailAddress.named("mail." + field, given == null ? otherwise : given);
    }

    private static String date(String text) {
        try {
            return MailParts.date(Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text.strip())));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "mail.headers.Date: '" + StagingRequest.printable(text)
                            + "' must be a date such as Mon, 4 May 2026 12:00:00 +0000",
                    e);
        }
    }

    private static Map<String, String> headers(JsonNode node) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        if (node.isMissingNode() || node.isNull()) {
            return headers;
        }
        if (!node.isObject()) {
            throw new IllegalArgumentException("mail.headers: must be an object of names and values");
        }
        node.properties().forEach(field -> {
            String name = field.getKey();
            if (!name.equalsIgnoreCase(DATE)) {
                requireName(name);
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

    private static void requireName(String name) {
        try {
            MailParts.requireHeaderName(name);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("mail." + e.getMessage(), e);
        }
    }
}
