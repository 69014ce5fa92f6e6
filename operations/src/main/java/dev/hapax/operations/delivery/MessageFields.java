package dev.hapax.operations.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Message;
import dev.hapax.intake.mail.MailView;
import dev.hapax.masking.Masking;
import dev.hapax.wire.DeliveryHeaders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An artifact as a person who reviews it sees it: bounded in size, without secrets and masked fields. Never fails. */
public final class MessageFields {

    private static final int LARGEST_BODY = 64 * 1024;
    private static final int MOST_HEADERS = 200;
    private static final int LONGEST_HEADER = 2_000;
    private static final Pattern SECRET =
            Pattern.compile("authorization|cookie|token|secret|password|credential|api[-_.]?key|signature");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Masking masking;

    public MessageFields(Masking masking) {
        this.masking = masking;
    }

    /** @param mail whether the channel sends mails; null if the channel is not known any more */
    public Map<String, @Nullable Object> of(byte[] artifact, @Nullable Boolean mail) {
        Map<String, @Nullable Object> request = mail == null || !mail ? request(artifact) : null;
        Map<String, @Nullable Object> fields = request == null ? mail(artifact) : request;
        fields.put("sha256", DeliveryHeaders.sha256(artifact));
        return fields;
    }

    /** The subject of a mail; null if it has none, or if nobody may see it. */
    public @Nullable String subject(byte[] artifact) {
        return masking.hides("subject") ? null : MailView.of(artifact).header("subject");
    }

    private Map<String, @Nullable Object> mail(byte[] artifact) {
        MailView view = MailView.of(artifact);
        List<Map<String, String>> headers = new ArrayList<>();
        boolean hidden = masking.hides("body");
        for (MailView.HeaderLine header : view.headers()) {
            boolean masked = masking.hides(header.name());
            // A body may quote what the header says.
            hidden |= masked;
            headers.add(Map.of("name", header.name(), "value", masked ? Masking.MASKED : header.value()));
        }
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("kind", "mail");
        for (String name : List.of("from", "to", "subject", "date")) {
            fields.put(name, masking.hides(name) ? Masking.MASKED : view.header(name));
        }
        fields.put("headers", headers);
        fields.put("text", hidden ? Masking.MASKED : view.text());
        fields.put("html", hidden ? null : view.html());
        fields.put(
                "attachments",
                view.attachments().stream().map(MessageFields::attachment).toList());
        fields.put("raw", masking.isOn() ? Masking.MASKED : view.raw());
        fields.put("truncated", view.truncated());
        return fields;
    }

    private static Map<String, @Nullable Object> attachment(MailView.Attachment attachment) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("name", attachment.name());
        fields.put("type", attachment.type());
        fields.put("size", attachment.size());
        return fields;
    }

    /** Null if it is no request. */
    private @Nullable Map<String, @Nullable Object> request(byte[] artifact) {
        JsonNode json;
        byte[] body;
        try {
            json = JSON.readTree(artifact);
            if (json == null || !json.isObject() || !json.path("method").isTextual()) {
                return null;
            }
            body = Base64.getDecoder().decode(json.path("body").asText());
        } catch (IOException | IllegalArgumentException | StackOverflowError e) {
            return null;
        }
        boolean cut = body.length > LARGEST_BODY;
        List<Map<String, String>> headers = new ArrayList<>();
        for (Map.Entry<String, JsonNode> header : json.path("headers").properties()) {
            if (headers.size() == MOST_HEADERS) {
                cut = true;
                break;
            }
            String value = header.getValue().asText();
            cut |= value.length() > LONGEST_HEADER;
            boolean masked =
                    SECRET.matcher(header.getKey().toLowerCase(Locale.ROOT)).find() || masking.hides(header.getKey());
            headers.add(Map.of("name", shorter(header.getKey()), "value", masked ? Masking.MASKED : shorter(value)));
        }
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("kind", "http");
        fields.put("method", shorter(json.path("method").asText()));
        fields.put("url", shorter(json.path("url").asText()));
        fields.put("headers", headers);
        fields.put("body", body(body));
        fields.put("truncated", cut);
        return fields;
    }

    private String body(byte[] body) {
        if (masking.isOn()) {
            String shown = masking.of(new Message(new Coordinates("", 0, 0), 0, null, body, List.of()))
                    .text();
            return shown == null ? Masking.HIDDEN : cut(shown, LARGEST_BODY);
        }
        int length = Math.min(body.length, LARGEST_BODY);
        return new String(body, 0, length, StandardCharsets.UTF_8);
    }

    private static String shorter(String text) {
        return cut(text, LONGEST_HEADER);
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most);
    }
}
