package dev.hapax.intake.mail;

import dev.hapax.delivery.Bounce;
import dev.hapax.delivery.MailIds;
import dev.hapax.domain.Reason;
import dev.hapax.domain.RefusedException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.james.mime4j.MimeException;
import org.apache.james.mime4j.stream.BodyDescriptor;
import org.apache.james.mime4j.stream.EntityState;
import org.apache.james.mime4j.stream.Field;
import org.apache.james.mime4j.stream.MimeConfig;
import org.apache.james.mime4j.stream.MimeTokenStream;
import org.apache.james.mime4j.stream.RecursionMode;
import org.jspecify.annotations.Nullable;

/**
 * One pass over a mail that may be a delivery status notification. Only the parts of the outermost multipart count: what a returned
 * mail contains was written by its sender.
 */
final class DeliveryReportParser {

    private static final MimeConfig CONFIG = MimeConfig.custom()
            .setMaxLineLen(-1)
            .setMaxContentLen(-1)
            .setMaxHeaderCount(10_000)
            .setMaxHeaderLen(256 * 1024)
            .build();
    private static final int MOST_PARTS = 1_000;
    private static final int DEEPEST = 100;
    private static final int LARGEST_STATUS = 256 * 1024;
    private static final int LARGEST_RETURNED_HEADERS = 256 * 1024;
    /** A delivery has one recipient. What it is forwarded to may have a few. */
    private static final int MOST_RECIPIENTS = 20;

    private static final int LONGEST_ID = 512;
    private static final int LONGEST_ADDRESS = 1_000;
    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_DIAGNOSTIC = 500;

    private static final Set<String> STATUS_TYPES = Set.of("message/delivery-status", "message/global-delivery-status");
    private static final Set<String> RETURNED_TYPES = Set.of(
            "message/rfc822",
            "message/rfc822-headers",
            "text/rfc822-headers",
            "message/global",
            "message/global-headers");
    private static final Pattern REPORT_TYPE = Pattern.compile(";\\s?report-type\\s?=\\s?\"?([A-Za-z0-9-]+)");
    private static final Pattern STATUS = Pattern.compile("([245]\\.\\d{1,3}\\.\\d{1,3})(?!\\d).*");
    private static final Pattern NOT_SHOWN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\u2028\\u2029]");

    private final MimeTokenStream stream = new MimeTokenStream(CONFIG);
    private @Nullable String reportType;
    private @Nullable List<Map<String, String>> status;
    private @Nullable String messageId;
    private boolean inPart;
    private int depth;
    private int parts;

    private DeliveryReportParser() {}

    static @Nullable DeliveryReport parse(byte[] mail) throws RefusedException {
        int start = HeaderLines.begin(mail);
        DeliveryReportParser parser = new DeliveryReportParser();
        parser.stream.setRecursionMode(RecursionMode.M_NO_RECURSE);
        parser.stream.parse(new ByteArrayInputStream(mail, start, mail.length - start));
        try {
            return parser.read() ? parser.report() : null;
        } catch (MimeException | IOException e) {
            throw new RefusedException(Reason.UNREADABLE, "not a mail that can be read: " + e.getMessage(), e);
        } finally {
            parser.stream.stop();
        }
    }

    /** Whether it is a report. */
    private boolean read() throws MimeException, IOException, RefusedException {
        for (EntityState state = stream.getState(); state != EntityState.T_END_OF_STREAM; state = stream.next()) {
            switch (state) {
                case T_FIELD -> field(stream.getField());
                case T_END_HEADER -> inPart = true;
                case T_START_MULTIPART -> {
                    depth++;
                    if (depth == 1 && !isReport(stream.getBodyDescriptor())) {
                        return false;
                    }
                    if (depth > DEEPEST) {
                        throw new RefusedException(Reason.UNREADABLE, "multiparts are nested deeper than " + DEEPEST);
                    }
                }
                case T_END_MULTIPART -> depth--;
                case T_BODY -> {
                    if (depth == 0) {
                        return false;
                    }
                    part(stream.getBodyDescriptor());
                }
                default -> {}
            }
        }
        // Some servers leave the type out.
        return reportType != null || status != null;
    }

    private void field(Field field) {
        if (!inPart && reportType == null && field.getNameLowerCase().equals("content-type")) {
            Matcher type =
                    REPORT_TYPE.matcher(HeaderLines.unfolded(field.getRaw()).toLowerCase(Locale.ROOT));
            reportType = type.find() ? type.group(1) : null;
        }
    }

    private boolean isReport(BodyDescriptor descriptor) {
        return descriptor.getMimeType().equalsIgnoreCase("multipart/report")
                && (reportType == null || reportType.equals("delivery-status"));
    }

    private void part(BodyDescriptor descriptor) throws IOException, RefusedException {
        if (++parts > MOST_PARTS) {
            throw new RefusedException(Reason.UNREADABLE, "the mail has more than " + MOST_PARTS + " parts");
        }
        String type = descriptor.getMimeType().toLowerCase(Locale.ROOT);
        if (depth != 1) {
            return;
        }
        if (status == null && STATUS_TYPES.contains(type)) {
            byte[] bytes = stream.getDecodedInputStream().readNBytes(LARGEST_STATUS + 1);
            if (bytes.length > LARGEST_STATUS) {
                throw invalid("its delivery status has more than " + LARGEST_STATUS + " bytes");
            }
            status = groups(Charsets.decode(bytes, null), Integer.MAX_VALUE);
        } else if (messageId == null && RETURNED_TYPES.contains(type)) {
            byte[] bytes = stream.getDecodedInputStream().readNBytes(LARGEST_RETURNED_HEADERS);
            List<Map<String, String>> headers = groups(Charsets.decode(bytes, null), 1);
            messageId = headers.isEmpty() ? null : headers.get(0).get("message-id");
        }
    }

    /** Fields in groups between empty lines. Of a field that repeats in a group, the first counts. */
    private static List<Map<String, String>> groups(String text, int most) {
        List<Map<String, String>> groups = new ArrayList<>();
        Map<String, StringBuilder> group = new HashMap<>();
        StringBuilder value = null;
        for (String line : text.lines().toList()) {
            if (line.isBlank()) {
                value = null;
                if (!group.isEmpty()) {
                    groups.add(texts(group));
                    group = new HashMap<>();
                    if (groups.size() == most) {
                        return groups;
                    }
                }
            } else if (line.charAt(0) == ' ' || line.charAt(0) == '\t') {
                if (value != null) {
                    value.append(' ').append(line.strip());
                }
            } else {
                int colon = line.indexOf(':');
                value = colon <= 0
                        ? null
                        : new StringBuilder(line.substring(colon + 1).strip());
                if (value != null) {
                    group.putIfAbsent(line.substring(0, colon).strip().toLowerCase(Locale.ROOT), value);
                }
            }
        }
        if (!group.isEmpty()) {
            groups.add(texts(group));
        }
        return groups;
    }

    private static Map<String, String> texts(Map<String, StringBuilder> group) {
        Map<String, String> texts = new HashMap<>();
        group.forEach((name, value) -> texts.put(name, value.toString()));
        return texts;
    }

    private DeliveryReport report() throws RefusedException {
        if (status == null) {
            throw invalid("it has no part message/delivery-status");
        }
        String envelopeId = first("original-envelope-id");
        String server = first("reporting-mta");
        List<DeliveryReport.Recipient> recipients = new ArrayList<>();
        for (Map<String, String> group : status) {
            if (group.containsKey("final-recipient") || group.containsKey("original-recipient")) {
                if (recipients.size() == MOST_RECIPIENTS) {
                    throw invalid("it has more than " + MOST_RECIPIENTS + " recipients, and a delivery has one");
                }
                recipients.add(recipient(group));
            }
        }
        if (recipients.isEmpty()) {
            throw invalid("it has no recipient");
        }
        return new DeliveryReport(
                delivery(messageId, envelopeId),
                server == null ? "(unnamed)" : shown(afterType(server), LONGEST_NAME),
                recipients);
    }

    private @Nullable String first(String name) {
        return status == null
                ? null
                : status.stream()
                        .flatMap(group -> Stream.ofNullable(group.get(name)))
                        .findFirst()
                        .orElse(null);
    }

    /** A relay can write an envelope id of its own, but it keeps the Message-ID. */
    private static String delivery(@Nullable String messageId, @Nullable String envelopeId) throws RefusedException {
        String id = messageId == null ? null : MailIds.ofMessageId(messageId);
        if (id == null) {
            id = envelopeId == null ? null : MailIds.ofEnvelopeId(envelopeId);
        }
        if (id == null || id.isEmpty() || id.length() > LONGEST_ID || id.chars().anyMatch(Character::isISOControl)) {
            throw invalid("it names no delivery: Original-Envelope-Id is " + quoted(envelopeId)
                    + ", the Message-ID of the returned mail " + quoted(messageId));
        }
        return id;
    }

    private static DeliveryReport.Recipient recipient(Map<String, String> group) throws RefusedException {
        String address = address(group.get("final-recipient"));
        String original = address(group.get("original-recipient"));
        String known = address == null ? original : address;
        if (known == null) {
            throw invalid("a recipient has no mail address: " + quoted(group.get("final-recipient")));
        }
        String code = group.get("status");
        Matcher codes = STATUS.matcher(code == null ? "" : code);
        if (!codes.matches()) {
            throw invalid("Status is " + quoted(code) + ", and must be a code such as 5.1.1");
        }
        String diagnostic = group.get("diagnostic-code");
        return new DeliveryReport.Recipient(
                known,
                original,
                action(group.get("action")),
                codes.group(1),
                diagnostic == null ? "" : shown(diagnostic, LONGEST_DIAGNOSTIC));
    }

    private static Bounce.Action action(@Nullable String text) throws RefusedException {
        return Stream.of(Bounce.Action.values())
                .filter(action -> text != null
                        && text.split("[\\s(;]", 2)[0]
                                .toLowerCase(Locale.ROOT)
                                .equals(action.name().toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> invalid(
                        "Action is " + quoted(text) + ", and must be failed, delayed, delivered, relayed or expanded"));
    }

    /** The address in a field such as {@code rfc822; ann@example.org}; null if it is none of a mail. */
    private static @Nullable String address(@Nullable String field) {
        int end = field == null ? -1 : field.indexOf(';');
        if (field == null || end < 0) {
            return null;
        }
        String type = field.substring(0, end).strip().toLowerCase(Locale.ROOT);
        String text = field.substring(end + 1).strip();
        if (text.startsWith("<") && text.endsWith(">")) {
            text = text.substring(1, text.length() - 1).strip();
        }
        return (type.equals("rfc822") || type.equals("utf-8")) && text.indexOf('@') > 0
                ? shown(text, LONGEST_ADDRESS)
                : null;
    }

    private static String afterType(String field) {
        return field.substring(field.indexOf(';') + 1).strip();
    }

    private static RefusedException invalid(String why) {
        return new RefusedException(Reason.INVALID, "a delivery status notification, but " + why);
    }

    private static String quoted(@Nullable String text) {
        return text == null ? "missing" : "'" + shown(text, LONGEST_NAME) + "'";
    }

    /** Strangers wrote it, and people will read it. */
    private static String shown(String text, int longest) {
        int end = Math.min(text.length(), longest);
        if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        return NOT_SHOWN.matcher(text.substring(0, end)).replaceAll("?") + (end < text.length() ? "…" : "");
    }
}
