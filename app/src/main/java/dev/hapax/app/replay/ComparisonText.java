package dev.hapax.app.replay;

import dev.hapax.operations.replay.Comparison;
import dev.hapax.operations.replay.Comparison.Change;
import dev.hapax.operations.replay.Comparison.Difference;
import dev.hapax.operations.replay.Comparison.Kind;
import dev.hapax.operations.replay.Ruling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The differences between two rule sets as text and as JSON. */
final class ComparisonText {

    private ComparisonText() {}

    static List<String> lines(Comparison comparison) {
        List<String> lines = new ArrayList<>();
        lines.add("shadow: " + comparison.stretch().topic() + ", " + comparison.before() + " -> " + comparison.after());
        lines.add(String.format(
                "%,d messages compared, %,d decided differently; %,d excluded by --where, %,d unreadable",
                comparison.counts().sent(),
                comparison.different(),
                comparison.counts().skipped(),
                comparison.counts().unreadable()));
        for (Change change : comparison.changes()) {
            lines.add("");
            lines.add(String.format("%,8d  %s -> %s", change.messages(), name(change.before()), name(change.after())));
            for (Difference example : change.examples()) {
                lines.add("          " + example.at() + "  " + example.identity());
            }
        }
        return lines;
    }

    private static String name(Kind kind) {
        return kind.label() + (kind.important() ? " (important)" : "");
    }

    static Map<String, @Nullable Object> fields(Difference difference) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("at", difference.at().toString());
        fields.put("identity", difference.identity());
        fields.put("before", fields(difference.before()));
        fields.put("after", fields(difference.after()));
        return fields;
    }

    private static Map<String, @Nullable Object> fields(Ruling ruling) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("label", ruling.label());
        fields.put("important", ruling.important());
        if (ruling.judgement() != null) {
            fields.put("score", ruling.judgement().score());
            fields.put("reason", ruling.judgement().reason());
            fields.put("rule", ruling.judgement().rule());
        } else {
            fields.put("quarantined", true);
        }
        return fields;
    }

    /** The last line, after one for each difference. */
    static Map<String, @Nullable Object> summary(Comparison comparison) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("summary", true);
        fields.put("topic", comparison.stretch().topic());
        fields.put("before", comparison.before());
        fields.put("after", comparison.after());
        fields.put("compared", comparison.counts().sent());
        fields.put("different", comparison.different());
        fields.put("skipped", comparison.counts().skipped());
        fields.put("unreadable", comparison.counts().unreadable());
        return fields;
    }
}
