package dev.hapax.rendering;

import dev.hapax.domain.Content;
import dev.hapax.domain.Decision;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a rule delivers when it decides a message.
 *
 * @param rule its id
 * @param line where the rule file says so
 * @param channel a channel of {@code delivery.channels}
 * @param to renders the target
 * @param id renders the delivery id
 * @param approval {@link #PERSON}, or the only policy that may approve it; null for any
 */
public record RuleDelivery(
        String rule,
        int line,
        String channel,
        TextTemplate to,
        TextTemplate id,
        ArtifactTemplate artifact,
        @Nullable String approval) {

    /** As an approval: only a person may approve it. */
    public static final String PERSON = "person";

    private static final int LONGEST_ID = 512;
    private static final int LONGEST_TARGET = 2_048;

    /** Who stages it, as policies and the history have it. */
    public String stagedBy() {
        return "rule:" + rule;
    }

    /** The fields of the message that it can ask for. */
    public Set<String> fields() {
        return fields(TextTemplate::fields);
    }

    /** The fields without which it cannot be rendered, whatever the others are. */
    public Set<String> requiredFields() {
        return fields(TextTemplate::requiredFields);
    }

    private Set<String> fields(Function<TextTemplate, Set<String>> of) {
        Set<String> fields = new LinkedHashSet<>(of.apply(to));
        fields.addAll(of.apply(id));
        artifact.parts().forEach(part -> fields.addAll(of.apply(part)));
        return fields;
    }

    /** Everything a delivery depends on besides the message and the channel, in one way only. */
    public List<String> form() {
        List<String> form = new ArrayList<>(
                List.of("deliver:", channel, to.written(), id.written(), approval == null ? "" : approval));
        form.addAll(artifact.form());
        return form;
    }

    /**
     * The delivery of a message. Depends on its arguments alone.
     *
     * @param from the sender of mails whose template has none
     * @param largest how many bytes an artifact may have
     * @throws RenderException when a value is missing or does not fit
     */
    public RenderedDelivery render(Decision decision, Content content, String from, int largest)
            throws RenderException {
        TemplateValues values = new MessageValues(decision, content);
        String deliveryId = part("id", id, values, LONGEST_ID);
        String target = part("to", to, values, LONGEST_TARGET);
        ArtifactTemplate.Envelope envelope = new ArtifactTemplate.Envelope(deliveryId, target, decision.eventTime());
        return new RenderedDelivery(
                deliveryId, channel, target, artifact.render(envelope, values, from, largest), approval);
    }

    private static String part(String name, TextTemplate template, TemplateValues values, int longest)
            throws RenderException {
        try {
            String text = template.render(values, longest).strip();
            if (text.isEmpty() || text.chars().anyMatch(Character::isISOControl)) {
                throw new RenderException(text.isEmpty() ? "is empty" : "has a control character");
            }
            return text;
        } catch (RenderException e) {
            throw new RenderException(name + ": " + e.getMessage());
        }
    }
}
