package dev.hapax.classify.rules;

import dev.hapax.rendering.ArtifactTemplate;
import dev.hapax.rendering.Escaping;
import dev.hapax.rendering.HttpTemplate;
import dev.hapax.rendering.MailTemplate;
import dev.hapax.rendering.RuleDelivery;
import dev.hapax.rendering.TextTemplate;
import dev.hapax.yaml.Nearest;
import dev.hapax.yaml.Problems;
import dev.hapax.yaml.YamlNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code templates} of a rule file, and {@code deliver} of its rules. */
final class DeliverParser {

    private static final List<String> KEYS = List.of("channel", "to", "id", "template", "approval");
    private static final List<String> MAIL_KEYS = List.of("from", "subject", "text", "html", "headers");
    private static final List<String> HTTP_KEYS = List.of("method", "headers", "body");
    private static final Pattern APPROVAL = Pattern.compile("[a-z0-9-]+");
    private static final Pattern ONE_VARIABLE = Pattern.compile("\\s*\\{\\{[^{}#^/!]+}}\\s*");

    private final Problems problems;
    /** Null for one that is wrong. */
    private final Map<String, @Nullable ArtifactTemplate> templates = new LinkedHashMap<>();

    DeliverParser(Problems problems) {
        this.problems = problems;
    }

    void readTemplates(@Nullable YamlNode node) {
        if (node == null) {
            return;
        }
        if (!(node instanceof YamlNode.Mapping mapping)) {
            problems.add(node.line(), "templates", "must be a mapping of names to templates, not " + node.kind());
            return;
        }
        mapping.repeats()
                .forEach(it -> problems.add(it.line(), "templates", "'" + it.key() + "' stands twice; keep one"));
        mapping.entries().forEach((name, template) -> templates.put(name, template(name, template)));
    }

    private @Nullable ArtifactTemplate template(String name, YamlNode node) {
        boolean http = node instanceof YamlNode.Mapping mapping
                && (mapping.entries().containsKey("method") || mapping.entries().containsKey("body"));
        RuleSection section =
                new RuleSection(node, "a template", http ? HTTP_KEYS : MAIL_KEYS, "template " + name, problems);
        if (!(node instanceof YamlNode.Mapping)) {
            return null;
        }
        return http ? request(section) : mail(section);
    }

    private @Nullable ArtifactTemplate mail(RuleSection section) {
        TextTemplate subject = required(section, "subject", Escaping.NONE);
        TextTemplate text = required(section, "text", Escaping.NONE);
        TextTemplate html = section.get("html") == null ? null : required(section, "html", Escaping.HTML);
        Map<String, TextTemplate> headers = headers(section);
        if (subject == null || text == null || (html == null && section.get("html") != null)) {
            return null;
        }
        try {
            return new MailTemplate(section.text("from"), subject, text, html, headers);
        } catch (IllegalArgumentException e) {
            section.problem(section.line(), String.valueOf(e.getMessage()));
            return null;
        }
    }

    private @Nullable ArtifactTemplate request(RuleSection section) {
        Map<String, String> written = new LinkedHashMap<>();
        Map<String, TextTemplate> headers = headers(section);
        headers.forEach((name, value) -> written.put(name, value.written()));
        TextTemplate body = section.get("body") == null
                ? TextTemplate.parse("", Escaping.NONE)
                : required(section, "body", HttpTemplate.escapingOfBody(written));
        String method = section.get("method") == null ? "POST" : section.text("method");
        if (body == null || method == null) {
            return null;
        }
        try {
            return new HttpTemplate(method, headers, body);
        } catch (IllegalArgumentException e) {
            section.problem(section.line(), String.valueOf(e.getMessage()));
            return null;
        }
    }

    private Map<String, TextTemplate> headers(RuleSection section) {
        Map<String, TextTemplate> headers = new LinkedHashMap<>();
        YamlNode node = section.get("headers");
        if (node == null) {
            return headers;
        }
        if (!(node instanceof YamlNode.Mapping mapping)) {
            section.problem(node.line(), "'headers' must be a mapping of names to values, not " + node.kind());
            return headers;
        }
        section.refuseRepeats(mapping, "headers");
        mapping.entries().forEach((name, value) -> {
            if (value instanceof YamlNode.Scalar scalar && !scalar.text().isBlank()) {
                TextTemplate parsed = parse(
                        section, "headers." + name, value.line(), scalar.text().strip(), Escaping.NONE);
                if (parsed != null) {
                    headers.put(name, parsed);
                }
            } else {
                section.problem(value.line(), "the header '" + name + "' must be text, not " + value.kind());
            }
        });
        return headers;
    }

    /** What a rule delivers; null for nothing, or if it is wrong. */
    @Nullable
    RuleDelivery parse(RuleSection rule, String id) {
        YamlNode node = rule.get("deliver");
        if (node == null) {
            return null;
        }
        RuleSection section = new RuleSection(node, "deliver", KEYS, rule.where(), problems);
        if (!(node instanceof YamlNode.Mapping)) {
            return null;
        }
        String channel = requiredText(section, "channel", "such as 'channel: mail', a name of delivery.channels");
        String name = requiredText(section, "template", "the name of an entry of 'templates'");
        ArtifactTemplate artifact = name == null ? null : templates.get(name);
        if (name != null && !templates.containsKey(name)) {
            List<String> known = new ArrayList<>(templates.keySet());
            section.problem(
                    section.line("template"),
                    "there is no template '%s'; %s"
                            .formatted(
                                    ReasonTemplate.clean(name, 60),
                                    known.isEmpty()
                                            ? "write it under 'templates:' of this file"
                                            : Nearest.hint(name, known)));
        }
        TextTemplate deliveryId = required(section, "id", Escaping.NONE);
        if (deliveryId != null && deliveryId.isConstant()) {
            section.problem(
                    section.line("id"),
                    "deliver.id has no variable, so all messages would be one delivery; use one such as"
                            + " 'invoice:{{number}}' or '{{hapax.identity}}'");
        }
        TextTemplate to = required(section, "to", escapingOf(section, artifact));
        String approval = section.text("approval");
        if (approval != null && !APPROVAL.matcher(approval).matches()) {
            section.problem(
                    section.line("approval"),
                    "the approval '%s' must be person, or the name of a policy of delivery.policies"
                            .formatted(ReasonTemplate.clean(approval, 60)));
        }
        if (channel == null || artifact == null || deliveryId == null || to == null) {
            return null;
        }
        return new RuleDelivery(id, node.line(), channel, to, deliveryId, artifact, approval);
    }

    /** A target that is one variable is a whole URL; as a part of a URL, a value must not change the rest of it. */
    private static Escaping escapingOf(RuleSection section, @Nullable ArtifactTemplate artifact) {
        YamlNode to = section.get("to");
        return artifact == null
                        || (to instanceof YamlNode.Scalar scalar
                                && ONE_VARIABLE.matcher(scalar.text()).matches())
                ? Escaping.NONE
                : artifact.escapingOfTarget();
    }

    private static @Nullable String requiredText(RuleSection section, String key, String hint) {
        if (section.get(key) == null) {
            section.problem(section.line(), "'%s' is missing in %s; write %s".formatted(key, "deliver", hint));
            return null;
        }
        return section.text(key);
    }

    private static @Nullable TextTemplate required(RuleSection section, String key, Escaping escaping) {
        if (section.get(key) == null) {
            section.problem(section.line(), "'%s' is missing".formatted(key));
            return null;
        }
        String text = section.text(key);
        return text == null ? null : parse(section, key, section.line(key), text, escaping);
    }

    private static @Nullable TextTemplate parse(
            RuleSection section, String key, int line, String text, Escaping escaping) {
        try {
            return TextTemplate.parse(text, escaping);
        } catch (IllegalArgumentException e) {
            section.problem(line, "'" + key + "' " + e.getMessage());
            return null;
        }
    }
}
