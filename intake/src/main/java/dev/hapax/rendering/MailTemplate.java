package dev.hapax.rendering;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A mail: subject, text, and HTML if wanted.
 *
 * @param from the header From; null for the sender of the channel. No template: a message does not choose who it is from
 * @param headers further headers, by name
 */
public record MailTemplate(
        @Nullable String from,
        TextTemplate subject,
        TextTemplate text,
        @Nullable TextTemplate html,
        Map<String, TextTemplate> headers)
        implements ArtifactTemplate {

    /** @throws IllegalArgumentException with what is wrong, and the remedy */
    public MailTemplate {
        headers = Map.copyOf(headers);
        headers.keySet().forEach(MailParts::requireHeaderName);
        Map<String, TextTemplate> names = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach((name, value) -> {
            if (names.put(name, value) != null) {
                throw new IllegalArgumentException("headers: " + name + " is there twice");
            }
        });
        if (from != null) {
            sender(from);
        }
    }

    /** @throws IllegalArgumentException if it is not exactly one address */
    private static MailAddress sender(String from) {
        try {
            return MailAddress.named("from", from);
        } catch (RenderException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** The domain of its own sender; null if the channel's counts. */
    public @Nullable String senderDomain() {
        return from == null ? null : sender(from).domain();
    }

    @Override
    public List<TextTemplate> parts() {
        List<TextTemplate> parts = new ArrayList<>(List.of(subject, text));
        if (html != null) {
            parts.add(html);
        }
        parts.addAll(new TreeMap<>(headers).values());
        return parts;
    }

    @Override
    public List<String> form() {
        List<String> form = new ArrayList<>(List.of("mail", from == null ? "" : from));
        new TreeMap<>(headers).forEach((name, value) -> form.addAll(List.of("header", name, value.written())));
        form.addAll(List.of("subject", subject.written(), "text", text.written()));
        if (html != null) {
            form.addAll(List.of("html", html.written()));
        }
        return form;
    }

    @Override
    public Escaping escapingOfTarget() {
        return Escaping.NONE;
    }

    @Override
    public byte[] render(Envelope envelope, TemplateValues values, String channelFrom, int largest)
            throws RenderException {
        MailAddress to = MailAddress.require(envelope.target());
        Map<String, String> further = new TreeMap<>();
        for (Map.Entry<String, TextTemplate> header : headers.entrySet()) {
            further.put(header.getKey(), header(header.getKey(), header.getValue(), values));
        }
        MailParts mail = new MailParts(
                sender(from == null ? channelFrom : from),
                to,
                MailParts.date(Instant.ofEpochMilli(envelope.time())),
                header("Subject", subject, values),
                further,
                text.render(values, largest),
                html == null ? null : html.render(values, largest));
        return mail.bytes(envelope.id(), largest);
    }

    private static String header(String name, TextTemplate template, TemplateValues values) throws RenderException {
        return MailParts.headerText(
                name, template.render(values, MailParts.LONGEST_HEADER).strip());
    }
}
