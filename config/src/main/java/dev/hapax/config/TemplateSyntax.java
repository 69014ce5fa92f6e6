package dev.hapax.config;

import java.util.ArrayList;
import java.util.List;

/** What may stand in an identity template: text, with selectors in braces; a doubled brace stands for itself. */
final class TemplateSyntax {

    private TemplateSyntax() {}

    /**
     * The parts of a template, in order.
     *
     * @throws IllegalArgumentException whose message is the rule, without the template
     */
    static List<IdentitySettings.Template.Part> parse(String template) {
        List<IdentitySettings.Template.Part> parts = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        int at = 0;
        while (at < template.length()) {
            char next = template.charAt(at);
            if (next != '{' && next != '}') {
                text.append(next);
                at++;
            } else if (template.startsWith(next == '{' ? "{{" : "}}", at)) {
                text.append(next);
                at += 2;
            } else if (next == '{') {
                addText(parts, text);
                String field = fieldAfter(template, at);
                parts.add(new IdentitySettings.Template.Part(field, true));
                at += field.length() + 2;
            } else {
                throw new IllegalArgumentException(
                        "has a } without a { before it, at character " + (at + 1) + "; write }} for a plain }");
            }
        }
        addText(parts, text);
        if (parts.stream().noneMatch(IdentitySettings.Template.Part::isField)) {
            // Every message would have the same identity, and all but the first would be duplicates.
            throw new IllegalArgumentException("must have at least one field in braces, such as renewal:{/contract}");
        }
        return List.copyOf(parts);
    }

    private static String fieldAfter(String template, int open) {
        int close = template.indexOf('}', open);
        if (close < 0) {
            throw new IllegalArgumentException(
                    "has a { without a } after it, at character " + (open + 1) + "; write {{ for a plain {");
        }
        String field = template.substring(open + 1, close);
        if (!Selector.isLegal(field)) {
            throw new IllegalArgumentException(
                    "has a field after character " + (open + 1) + " that is none: it " + Selector.RULE);
        }
        return field;
    }

    private static void addText(List<IdentitySettings.Template.Part> parts, StringBuilder text) {
        if (text.length() > 0) {
            parts.add(new IdentitySettings.Template.Part(text.toString(), false));
            text.setLength(0);
        }
    }
}
