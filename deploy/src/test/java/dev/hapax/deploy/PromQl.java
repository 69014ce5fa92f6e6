package dev.hapax.deploy;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The metrics an expression asks for, each with the labels it is selected by. */
final class PromQl {

    private static final Pattern GROUPING =
            Pattern.compile("\\b(by|without|on|ignoring|group_left|group_right)\\s*\\(");
    private static final Pattern METRIC =
            Pattern.compile("(?<![\\w:.$])([a-zA-Z_:][\\w:]*)(?!\\s*\\()(?![\\w:])(\\{[^}]*})?");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_]\\w*)\\s*(=~|!~|!=|=)");
    private static final Set<String> WORDS = Set.of("and", "or", "unless", "offset", "bool", "Inf", "NaN");

    private PromQl() {}

    static Map<String, Set<String>> metrics(String expression) {
        String plain =
                withoutGroupings(expression.replaceAll("\"[^\"]*\"", "\"\"").replaceAll("\\[[^]]*]", ""));
        Map<String, Set<String>> metrics = new TreeMap<>();
        Matcher matcher = METRIC.matcher(plain);
        while (matcher.find()) {
            String name = matcher.group(1);
            if (!WORDS.contains(name) && !name.matches("\\d+[smhdwy]|[smhdwy]")) {
                metrics.computeIfAbsent(name, unused -> new TreeSet<>()).addAll(labels(matcher.group(2)));
            }
        }
        return metrics;
    }

    /** The names of labels by which results are put together are no metrics. */
    private static String withoutGroupings(String expression) {
        StringBuilder plain = new StringBuilder(expression);
        for (Matcher matcher = GROUPING.matcher(plain); matcher.find(); matcher = GROUPING.matcher(plain)) {
            plain.delete(matcher.start(), plain.indexOf(")", matcher.end()) + 1);
        }
        return plain.toString();
    }

    private static Set<String> labels(String selector) {
        Set<String> labels = new TreeSet<>();
        if (selector != null) {
            Matcher matcher = LABEL.matcher(selector);
            while (matcher.find()) {
                labels.add(matcher.group(1));
            }
        }
        return labels;
    }
}
