package dev.hapax.config;

import java.util.ArrayList;
import java.util.List;

/** What may stand in an identity template: text, with selectors in braces; a doubled brace stands for itself. */
final class TemplateSyntax {

    private TemplateSyntax() {}

    /**
     * The selectors between the braces, in order.
     *
     * @throws IllegalArgumentException whose message is the rule, without the template
     */
    static List<String> fields(String template) {
        List<String> fields = new ArrayList<>();
        int at = 0;
        while (at < template.length()) {
            char next = template.charAt(at);
            if (next != '{' && next != '}') {
                at++;
            } else if (template.startsWith(next == '{' ? "{{" : "}}", at)) {
                at += 2;
            } else if (next == '{') {
                at = fieldFrom(template, at, fields);
            } else {
                throw new IllegalArgumentException(
                        "has a } without a { before it, at character " + (at + 1) + "; write }} for a plain }");
            }
        }
        if (fields.isEmpty()) {
            // Every message would have the same identity, and all but the first would be duplicates.
            throw new IllegalArgumentException("must have at least one field in braces, such as renewal:{/contract}");
        }
        return List.copyOf(fields);
    }

    private static int fieldFrom(String template, int open, List<String> fields) {
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
        fields.add(field);
        return close + 1;
    }
}
