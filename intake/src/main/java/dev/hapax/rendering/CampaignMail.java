package dev.hapax.rendering;

import dev.hapax.campaign.CampaignDefinition;
import dev.hapax.campaign.Recipient;
import dev.hapax.config.ChannelSettings;
import dev.hapax.config.Settings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The mail of a campaign, to be rendered for each recipient. The same recipient gets the same bytes on every machine that has the
 * same links.
 */
public final class CampaignMail {

    /** What templates can ask for besides the values of a recipient. */
    private static final String ADDRESS = "address";

    private static final String SUBSCRIBER = "subscriber";
    private static final String UNSUBSCRIBE = "unsubscribe";
    private static final Set<String> OWN_NAMES = Set.of(ADDRESS, SUBSCRIBER, UNSUBSCRIBE);

    private static final String LIST_UNSUBSCRIBE = "List-Unsubscribe";
    private static final String LIST_UNSUBSCRIBE_POST = "List-Unsubscribe-Post";

    private final String campaign;
    private final CampaignDefinition definition;
    private final MailAddress from;
    private final TextTemplate subject;
    private final TextTemplate text;
    private final @Nullable TextTemplate html;
    private final Map<String, TextTemplate> headers;
    private final @Nullable UnsubscribeLinks links;

    private CampaignMail(
            String campaign,
            CampaignDefinition definition,
            MailAddress from,
            Map<String, TextTemplate> parts,
            Map<String, TextTemplate> headers,
            @Nullable UnsubscribeLinks links) {
        this.campaign = campaign;
        this.definition = definition;
        this.from = from;
        this.links = links;
        this.subject = part(parts, "subject");
        this.text = part(parts, "text");
        this.html = parts.get("html");
        this.headers = headers;
    }

    private static TextTemplate part(Map<String, TextTemplate> parts, String name) {
        TextTemplate part = parts.get(name);
        if (part == null) {
            throw new IllegalArgumentException(name + ": must be set");
        }
        return part;
    }

    /** The names that no recipient can have a value of its own for. */
    public static Set<String> ownNames() {
        return OWN_NAMES;
    }

    /**
     * As an application with these settings sends it.
     *
     * @throws IllegalArgumentException with everything that is wrong, and the remedies
     */
    public static CampaignMail of(String campaign, CampaignDefinition definition, Settings settings) {
        ChannelSettings channel = settings.delivery().channels().get(definition.channel());
        ChannelSettings.Smtp smtp = channel == null ? null : channel.smtp();
        if (smtp == null) {
            throw new IllegalArgumentException("channel: '" + MailAddress.shown(definition.channel())
                    + "' must be a mail channel of delivery.channels, which has "
                    + settings.delivery().channels().keySet());
        }
        return of(
                campaign,
                definition,
                smtp.from(),
                UnsubscribeLinks.of(settings.campaign().unsubscribe()));
    }

    /**
     * @param channelFrom the sender of the channel; used if the definition has none
     * @param links null where the configuration has none
     * @throws IllegalArgumentException with everything that is wrong, and the remedies
     */
    public static CampaignMail of(
            String campaign, CampaignDefinition definition, String channelFrom, @Nullable UnsubscribeLinks links) {
        List<String> problems = new ArrayList<>();
        Map<String, TextTemplate> parts = new LinkedHashMap<>();
        line(problems, "subject", definition.subject());
        template(parts, problems, "subject", definition.subject(), Escaping.NONE);
        template(parts, problems, "text", definition.text(), Escaping.NONE);
        String html = definition.html();
        if (html != null) {
            template(parts, problems, "html", html, Escaping.HTML);
        }
        // Not among the parts: a header may be called text or html.
        Map<String, TextTemplate> headers = new LinkedHashMap<>();
        Map<String, String> seen = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        definition.headers().forEach((name, value) -> {
            header(problems, definition, seen, name);
            line(problems, "headers: " + name, value);
            template(headers, problems, name, value, Escaping.NONE);
        });
        MailAddress from = null;
        try {
            from = MailAddress.named("from", definition.from() == null ? channelFrom : definition.from());
        } catch (RenderException e) {
            problems.add(e.getMessage());
        }
        boolean asks = Stream.concat(parts.values().stream(), headers.values().stream())
                .anyMatch(part -> part.names().contains(UNSUBSCRIBE));
        if (links == null && (definition.unsubscribe() || asks)) {
            problems.add("unsubscribe: the configuration has no campaign.unsubscribe; add it"
                    + (asks ? "" : ", or set unsubscribe: false if these mails need no link to unsubscribe"));
        }
        if (from == null || !problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", problems));
        }
        return new CampaignMail(campaign, definition, from, parts, headers, links);
    }

    private static void header(
            List<String> problems, CampaignDefinition definition, Map<String, String> seen, String name) {
        try {
            MailParts.requireHeaderName(name);
        } catch (IllegalArgumentException e) {
            problems.add(e.getMessage());
        }
        if (seen.put(name, name) != null) {
            problems.add("headers: " + name + " is there twice");
        }
        boolean ours = name.equalsIgnoreCase(LIST_UNSUBSCRIBE) || name.equalsIgnoreCase(LIST_UNSUBSCRIBE_POST);
        if (definition.unsubscribe() && ours) {
            problems.add("headers: " + name + " is written by Hapax; remove it, or set unsubscribe: false");
        }
    }

    /** What no value of a recipient could mend is reported before any is loaded. */
    private static void line(List<String> problems, String name, String written) {
        if (written.strip().chars().anyMatch(Character::isISOControl)) {
            problems.add(name + ": has a line break or another control character: '" + MailAddress.shown(written)
                    + "'. Remove it: it would start another header.");
        }
    }

    private static void template(
            Map<String, TextTemplate> parts, List<String> problems, String name, String written, Escaping escaping) {
        try {
            TextTemplate template = TextTemplate.parse(written, escaping);
            template.names().stream()
                    .filter(it -> it.startsWith(TemplateValues.OWN))
                    .sorted()
                    .forEach(it -> problems.add(name + ": {{" + it
                            + "}} is for rules; a campaign has the columns of its recipients, and "
                            + String.join(", ", new TreeSet<>(OWN_NAMES))));
            parts.put(name, template);
        } catch (IllegalArgumentException e) {
            problems.add(name + ": " + e.getMessage());
        }
    }

    /** The values of a recipient that its templates can ask for. */
    public Set<String> names() {
        return names(TextTemplate::names);
    }

    /** The values without which it cannot be rendered, whatever the others are. */
    public Set<String> requiredNames() {
        return names(TextTemplate::required);
    }

    private Set<String> names(Function<TextTemplate, Set<String>> of) {
        Set<String> names = new TreeSet<>(of.apply(subject));
        names.addAll(of.apply(text));
        if (html != null) {
            names.addAll(of.apply(html));
        }
        headers.values().forEach(header -> names.addAll(of.apply(header)));
        names.removeAll(OWN_NAMES);
        return names;
    }

    /** The domain of its sender. */
    public String senderDomain() {
        return from.domain();
    }

    /**
     * @param largest how many bytes it may have
     * @throws RenderException when a value is missing or does not fit
     */
    public byte[] render(Recipient recipient, int largest) throws RenderException {
        MailAddress to = MailAddress.require(recipient.address());
        UnsubscribeLinks ours = links;
        String link = ours == null ? null : ours.url(campaign, recipient.address());
        TemplateValues values = name -> value(recipient, link, name);
        Map<String, String> further = new TreeMap<>();
        for (Map.Entry<String, TextTemplate> header : headers.entrySet()) {
            further.put(header.getKey(), header(header.getKey(), header.getValue(), values));
        }
        if (definition.unsubscribe() && link != null) {
            further.put(LIST_UNSUBSCRIBE, "<" + link + ">");
            further.put(LIST_UNSUBSCRIBE_POST, "List-Unsubscribe=One-Click");
        }
        return new MailParts(
                        from,
                        to,
                        MailParts.date(Instant.ofEpochMilli(date())),
                        header("Subject", subject, values),
                        further,
                        body("text", text, values, largest),
                        html == null ? null : body("html", html, values, largest))
                .bytes(recipient.deliveryId(campaign), largest);
    }

    private long date() {
        return definition.notBefore() == 0 ? definition.createdAt() : definition.notBefore();
    }

    private static @Nullable Object value(Recipient recipient, @Nullable String link, String name) {
        return switch (name) {
            case ADDRESS -> recipient.address();
            case SUBSCRIBER -> recipient.subscriber();
            case UNSUBSCRIBE -> link;
            default -> recipient.values().get(name);
        };
    }

    private static String header(String name, TextTemplate template, TemplateValues values) throws RenderException {
        return MailParts.headerText(
                name, body(name, template, values, MailParts.LONGEST_HEADER).strip());
    }

    private static String body(String name, TextTemplate template, TemplateValues values, int largest)
            throws RenderException {
        try {
            return template.render(values, largest);
        } catch (RenderException e) {
            throw new RenderException(name + ": " + e.getMessage());
        }
    }
}
