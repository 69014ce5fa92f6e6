package dev.hapax.rendering;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.james.mime4j.dom.address.Mailbox;
import org.apache.james.mime4j.field.address.DefaultAddressParser;
import org.apache.james.mime4j.field.address.ParseException;
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

    private static final Pattern HEADER_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9-]{0,75}");

    /** Hapax writes them itself, or a mail server does, or a recipient that nobody approved would come in. */
    private static final Set<String> RESERVED = Set.of(
            "from",
            "sender",
            "to",
            "cc",
            "bcc",
            "resent-to",
            "resent-cc",
            "resent-bcc",
            "subject",
            "date",
            "message-id",
            "mime-version",
            "return-path",
            "received",
            "dkim-signature");

    /** @throws IllegalArgumentException with what is wrong, and the remedy */
    public MailTemplate {
        headers = Map.copyOf(new LinkedHashMap<>(headers));
        for (String name : headers.keySet()) {
            String lower = name.toLowerCase(Locale.ROOT);
            if (!HEADER_NAME.matcher(name).matches() || RESERVED.contains(lower) || lower.startsWith("content-")) {
                throw new IllegalArgumentException("headers: " + name
                        + " can't be set; use a header such as Reply-To or List-Unsubscribe, with its plain name");
            }
        }
        if (from != null) {
            mailbox(from);
        }
    }

    /** @throws IllegalArgumentException if it is not exactly one address */
    static Mailbox mailbox(String from) {
        try {
            Mailbox mailbox = DefaultAddressParser.DEFAULT.parseMailbox(from);
            MailAddress.require(mailbox.getAddress());
            return mailbox;
        } catch (ParseException | RenderException e) {
            throw new IllegalArgumentException(
                    "from: '" + from + "' must be one address, such as 'Billing <billing@example.com>'", e);
        }
    }

    /** The domain of its own sender; null if the channel's counts. */
    public @Nullable String senderDomain() {
        return from == null ? null : mailbox(from).getDomain();
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
        MailAddress.require(envelope.target());
        Map<String, String> further = new TreeMap<>();
        for (Map.Entry<String, TextTemplate> header : headers.entrySet()) {
            further.put(header.getKey(), MailBytes.headerText(header.getKey(), header.getValue(), values));
        }
        MailBytes mail = new MailBytes(envelope, mailbox(from == null ? channelFrom : from));
        return mail.write(
                MailBytes.headerText("Subject", subject, values),
                further,
                text.render(values, largest),
                html == null ? null : html.render(values, largest),
                largest);
    }
}
