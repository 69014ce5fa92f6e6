package dev.hapax.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.config.ChannelSettings;
import dev.hapax.config.DeliverySettings;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Message;
import dev.hapax.domain.RefusedException;
import dev.hapax.rendering.RenderException;
import dev.hapax.rendering.RenderedDelivery;
import dev.hapax.rendering.RuleDelivery;
import dev.hapax.source.Source;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a decision would deliver, for people; or why its delivery would be refused. */
record ExplainedDelivery(Map<String, @Nullable Object> fields, String artifact) {

    private static final ObjectMapper JSON = new ObjectMapper();
    /** Without a configuration there is no channel to take it from. */
    private static final String ANY_SENDER = "sender@example.com";

    /** Null if it would deliver nothing. */
    static @Nullable ExplainedDelivery of(
            Source source, Message message, Decision decision, DeliverySettings settings) {
        RuleDelivery delivery = source.classifier().deliveryOf(decision.judgement());
        if (delivery == null) {
            return null;
        }
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("channel", delivery.channel());
        fields.put("approval", delivery.approval() == null ? "any policy, or a person" : delivery.approval());
        try {
            RenderedDelivery rendered = delivery.render(
                    decision,
                    source.reader().content(message),
                    sender(delivery, settings),
                    settings.maxArtifactBytes());
            fields.put("id", rendered.id());
            fields.put("to", rendered.target());
            fields.put("size", rendered.artifact().length);
            return new ExplainedDelivery(fields, text(rendered.artifact()));
        } catch (RenderException | RefusedException e) {
            fields.put("refused", e.getMessage());
            return new ExplainedDelivery(fields, "");
        }
    }

    private static String sender(RuleDelivery delivery, DeliverySettings settings) {
        ChannelSettings channel = settings.channels().get(delivery.channel());
        ChannelSettings.Smtp smtp = channel == null ? null : channel.smtp();
        return smtp == null ? ANY_SENDER : smtp.from();
    }

    /** A mail as it is; of a request, the body decoded. */
    private static String text(byte[] artifact) {
        if (artifact[0] != '{') {
            return new String(artifact, StandardCharsets.UTF_8);
        }
        try {
            JsonNode request = JSON.readTree(artifact);
            StringBuilder text = new StringBuilder(
                    request.path("method").asText() + " " + request.path("url").asText() + "\n");
            request.path("headers")
                    .properties()
                    .forEach(header -> text.append(header.getKey())
                            .append(": ")
                            .append(header.getValue().asText())
                            .append('\n'));
            return text.append('\n')
                    .append(new String(request.path("body").binaryValue(), StandardCharsets.UTF_8))
                    .append('\n')
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException("a rendered request is JSON", e);
        }
    }

    /** As JSON has it. */
    Map<String, @Nullable Object> all() {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(fields);
        if (!artifact.isEmpty()) {
            all.put("artifact", artifact);
        }
        return all;
    }

    void print(StringBuilder out) {
        fields.forEach((name, value) -> out.append(String.format(
                "%-12s %s%n", name.equals("channel") ? "delivery" : "  " + name, visible(String.valueOf(value)))));
        artifact.lines()
                .forEach(line -> out.append("    ").append(visible(line)).append(System.lineSeparator()));
    }

    /** What a message says must not reach the terminal as a command. */
    private static String visible(String text) {
        return text.replaceAll("[\\p{Cc}\\p{Cf}]", "?");
    }
}
